// SPDX-License-Identifier: Apache-2.0
#include "terminal/ablations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "terminal/style.hpp"

namespace tilebridge::terminal {
namespace {

constexpr double native_length = 12;  // columns of a bar that is as fast as native code
constexpr double longest = 1.5 * native_length;

std::string bar(double share) {
  const double length = std::clamp(share * native_length, 0.0, longest);
  std::string text;
  for (int i = 0; i < static_cast<int>(std::lround(length)); ++i) text += "█";
  return padded(text, static_cast<std::size_t>(longest));
}

std::string stair_text(const pages::ShownStair& stair) {
  const std::string idiom = stair.idiom.empty() ? "" : fmt::format(" ({})", stair.idiom);
  const std::string head = fmt::format("  {} {} {:>5} ", stair.performance, bar(stair.share),
                                       stair.gain.empty() ? "" : stair.gain + "×");
  const std::string counted = stair.counted.empty() ? "" : "; counted: " + stair.counted;
  return head + wrapped(stair.change + idiom + counted, columns(head), screen_width) + "\n";
}

std::string ablation_text(const pages::ShownAblation& ablation) {
  std::string text = fmt::format("\n{}, {}\n", ablation.name, ablation.setting);
  for (const pages::ShownStair& stair : ablation.stairs) text += stair_text(stair);
  return text + "  " + wrapped(ablation.sum, 2, screen_width) + "\n";
}

}  // namespace

std::string ablations_text(const std::vector<pages::ShownAblation>& ablations) {
  if (ablations.empty()) return "";
  std::string text =
      "\nFrom plain to matched Kokkos, one idiom at a time: performance against native\n"
      "code, and what each step gains; code: tilebridge explain VARIANT_step1\n";
  for (const pages::ShownAblation& ablation : ablations) text += ablation_text(ablation);
  return text;
}

}  // namespace tilebridge::terminal
