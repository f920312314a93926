// SPDX-License-Identifier: Apache-2.0
#include "view/staircases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "view/counted.hpp"

namespace tilebridge::view {
namespace {

/// Gains and losses below this are not named in the sum.
constexpr double least_share = 0.03;

std::string two_digits(double value) { return fmt::format("{:.2f}", value); }

ShownStair shown(const Stair& stair) {
  ShownStair one = {.variant = stair.variant->name,
                    .change = stair.variant->step ? stair.variant->step->change : "plain Kokkos",
                    .habit = stair.variant->step ? stair.variant->step->habit : "",
                    .share = stair.performance.median,
                    .performance = two_digits(stair.performance.median),
                    .gain = "",
                    .interval = "",
                    .counted = {}};
  if (!stair.variant->step) return one;
  one.gain = two_digits(stair.gain.median);
  one.interval = fmt::format("{:.2f}…{:.2f}", stair.gain.low, stair.gain.high);
  return one;
}

double size_of(const Stair* stair) { return std::abs(std::log(stair->gain.median)); }

/// The steps that gain or lose something, the largest first.
std::vector<const Stair*> named_steps(const Staircase& staircase) {
  std::vector<const Stair*> named;
  for (const Stair& stair : staircase.stairs)
    if (stair.variant->step && size_of(&stair) >= std::log(1 + least_share))
      named.push_back(&stair);
  std::stable_sort(named.begin(), named.end(),
                   [](const Stair* a, const Stair* b) { return size_of(a) > size_of(b); });
  return named;
}

std::string sum_of(const Staircase& staircase) {
  double others = staircase.gain().median;
  std::string terms;
  std::size_t left = staircase.stairs.size() - 1;
  for (const Stair* stair : named_steps(staircase)) {
    terms += fmt::format("{}{} by {}", terms.empty() ? "" : ", ", two_digits(stair->gain.median),
                         stair->variant->step->change);
    others /= stair->gain.median;
    --left;
  }
  if (left > 0)
    terms += fmt::format("{}{} by {}", terms.empty() ? "" : ", ", two_digits(others),
                         left == 1 ? "the other step" : fmt::format("the other {} steps", left));
  return fmt::format("{} to {} of native performance, a factor of {}: {}.",
                     two_digits(staircase.stairs.front().performance.median),
                     two_digits(staircase.stairs.back().performance.median),
                     two_digits(staircase.gain().median), terms);
}

/// Of the stair, against the one before.
std::string counted_for(const Staircase& staircase, std::size_t stair, const Profiles& profiles) {
  const Way own = {staircase.stairs[stair].variant->name, Model::kokkos};
  const Way before = {staircase.stairs[stair - 1].variant->name, Model::kokkos};
  const auto known = counted(profiles, *staircase.experiment, own, before);
  return known ? counted_text(*known) : "";
}

ShownStaircase shown(const Staircase& staircase, const Profiles& profiles) {
  ShownStaircase one = {
      .name = fmt::format("{}/{}", staircase.experiment->name, staircase.plain().name),
      .setting = fmt::format("{}, {}", to_string(staircase.parameters), staircase.cache),
      .sum = sum_of(staircase),
      .stairs = {}};
  for (std::size_t i = 0; i < staircase.stairs.size(); ++i) {
    one.stairs.push_back(shown(staircase.stairs[i]));
    if (i > 0) one.stairs.back().counted = counted_for(staircase, i, profiles);
  }
  return one;
}

}  // namespace

std::vector<ShownStaircase> shown_staircases(const Results& results, const Catalogue& catalogue,
                                             const Profiles& profiles) {
  std::vector<ShownStaircase> all;
  for (const Staircase& staircase : staircases(results, catalogue))
    all.push_back(shown(staircase, profiles));
  return all;
}

Table staircase_table(const ShownStaircase& staircase) {
  Table table = {
      fmt::format("{}, {}", staircase.name, staircase.setting),
      {{"kernel"}, {"of native"}, {"gain"}, {"95% interval"}, {"change"}, {"habit"}, {"counted"}},
      {{"", {}}}};
  for (const ShownStair& stair : staircase.stairs)
    table.groups.front().rows.push_back({{{stair.variant},
                                          Cell::number(stair.performance),
                                          Cell::number(stair.gain),
                                          {stair.interval},
                                          {stair.change},
                                          {stair.habit},
                                          {stair.counted}},
                                         {},
                                         staircase.name.substr(0, staircase.name.find('/'))});
  return table;
}

}  // namespace tilebridge::view
