// SPDX-License-Identifier: Apache-2.0
#include "terminal/staircases.hpp"

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

std::string stair_text(const view::ShownStair& stair) {
  const std::string habit = stair.habit.empty() ? "" : fmt::format(" ({})", stair.habit);
  const std::string head = fmt::format("  {} {} {:>5} ", stair.performance, bar(stair.share),
                                       stair.gain.empty() ? "" : stair.gain + "×");
  const std::string counted = stair.counted.empty() ? "" : "; counted: " + stair.counted;
  return head + wrapped(stair.change + habit + counted, columns(head), screen_width) + "\n";
}

std::string staircase_text(const view::ShownStaircase& staircase) {
  std::string text = fmt::format("\n{}, {}\n", staircase.name, staircase.setting);
  for (const view::ShownStair& stair : staircase.stairs) text += stair_text(stair);
  return text + "  " + wrapped(staircase.sum, 2, screen_width) + "\n";
}

}  // namespace

std::string staircases_text(const std::vector<view::ShownStaircase>& staircases) {
  if (staircases.empty()) return "";
  std::string text =
      "\nFrom plain to matched Kokkos, one habit at a time: performance against native\n"
      "code, and what each step gains; code: tilebridge explain VARIANT_step1\n";
  for (const view::ShownStaircase& staircase : staircases) text += staircase_text(staircase);
  return text;
}

}  // namespace tilebridge::terminal
