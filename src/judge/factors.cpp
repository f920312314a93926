// SPDX-License-Identifier: Apache-2.0
#include "judge/factors.hpp"

#include <algorithm>

namespace tilebridge::judge {
namespace {

/// The loops as the library launched them, against native code by indices.
Interval style_with_launch(const Factors& factors) {
  const Interval& style = factors.style.ratio;
  if (!factors.launch) return style;
  const auto& [median, low, high] = factors.launch->ratio;
  return {style.median * median, style.low * low, style.high * high};
}

}  // namespace

std::optional<std::pair<double, double>> Factors::library_range() const {
  constexpr double same = 1.02;
  if (!library_respelled) return std::nullopt;
  const auto [low, high] = std::minmax(library.ratio.median, library_respelled->ratio.median);
  if (high <= same * low) return std::nullopt;
  return std::pair(low, high);
}

std::optional<MovedFactor> moved(std::string_view name, const Interval& before,
                                 const Interval& now) {
  constexpr double least = 0.01;
  const Interval change = quotient(now, before);
  if (change.high >= 1 - least && change.low <= 1 + least) return std::nullopt;
  return MovedFactor{name, change};
}

std::vector<MovedFactor> moved_factors(const Factors& before, const Factors& now) {
  std::vector<MovedFactor> all;
  const auto add = [&](std::string_view name, const Interval& old, const Interval& current) {
    if (const auto factor = moved(name, old, current)) all.push_back(*factor);
  };
  if (before.launch.has_value() == now.launch.has_value()) {
    add("loop style", before.style.ratio, now.style.ratio);
    if (now.launch) add("launch", before.launch->ratio, now.launch->ratio);
  } else {
    add("loop style and launch", style_with_launch(before), style_with_launch(now));
  }
  if (before.compiler && now.compiler) add("compiler", before.compiler->ratio, now.compiler->ratio);
  add("library", before.library.ratio, now.library.ratio);
  return all;
}

}  // namespace tilebridge::judge
