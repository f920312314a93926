// SPDX-License-Identifier: Apache-2.0
#include "catalogue/terms.hpp"

#include <iterator>

namespace tilebridge {

std::string_view name_of(Family family) {
  return word_of(
      {"coalescing", "tiling", "memory", "transfers", "execution", "hierarchy", "idioms", "yours"},
      family);
}
std::string_view name_of(Platform platform) { return word_of({"host", "cuda", "hip"}, platform); }
std::string_view name_of(Pattern pattern) {
  return word_of({"", "flat loop", "vector loop", "2-D or 3-D loop", "loop in teams", "tile",
                  "exchange", "sum in a team", "sum of an array", "atomics", "launch", "transfer"},
                 pattern);
}
std::string_view name_of(Preset preset) { return word_of({"quick", "standard", "full"}, preset); }
std::string_view name_of(Cache cache) { return word_of({"cold", "hot"}, cache); }

std::size_t place_of(const Model& model) {
  constexpr std::string_view shown[] = {
      "native",
#include "experiments/models.inc"
  };
  return static_cast<std::size_t>(std::ranges::find(shown, model.name()) - std::begin(shown));
}

Model model_of(std::string_view name, std::string_view release) {
  std::string key(name);
  if (!release.empty()) key.append("@").append(release);
  return Model(key);
}

std::string text_of(const ModelForm& kernel) {
  return std::string(kernel.model.key()).append(" ").append(name_of(kernel.form));
}

}  // namespace tilebridge
