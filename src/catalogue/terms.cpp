// SPDX-License-Identifier: Apache-2.0
#include "catalogue/terms.hpp"

namespace tilebridge {
namespace {

/// The word at an enumerator's place in `words`, which are in the order of the enumeration.
template <class Enum, std::size_t count>
std::string_view word_of(const std::string_view (&words)[count], Enum enumerator) {
  const auto place = static_cast<std::size_t>(enumerator);
  return place < count ? words[place] : std::string_view();
}

constexpr std::string_view families[] = {"coalescing", "tiling",    "memory", "transfers",
                                         "execution",  "hierarchy", "idioms", "yours"};
constexpr std::string_view platforms[] = {"host", "cuda", "hip"};
constexpr std::string_view forms[] = {"indices", "ranges",  "construct", "matched",
                                      "tuned",   "library", "step"};
constexpr std::string_view patterns[] = {
    "",       "flat loop", "flat loop, vectors", "2-D or 3-D loop", "loop in teams",
    "tile",   "exchange",  "sum in a team",      "sum of an array", "atomics",
    "launch", "transfer"};
constexpr std::string_view presets[] = {"quick", "standard", "full"};
constexpr std::string_view caches[] = {"cold", "hot"};

}  // namespace

std::string_view name_of(Family family) { return word_of(families, family); }
std::string_view name_of(Platform platform) { return word_of(platforms, platform); }
std::string_view name_of(Form form) { return word_of(forms, form); }
std::string_view name_of(Pattern pattern) { return word_of(patterns, pattern); }
std::string_view name_of(Preset preset) { return word_of(presets, preset); }
std::string_view name_of(Cache cache) { return word_of(caches, cache); }

Model model_of(std::string_view name, std::string_view release) {
  std::string key(name);
  if (!release.empty()) key.append("@").append(release);
  return Model(key);
}

std::string text_of(const ModelForm& kernel) {
  return std::string(kernel.model.key()).append(" ").append(name_of(kernel.form));
}

}  // namespace tilebridge
