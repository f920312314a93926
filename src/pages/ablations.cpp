// SPDX-License-Identifier: Apache-2.0
#include "pages/ablations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "pages/counted.hpp"

namespace tilebridge::pages {
namespace {

/// Gains and losses below this are not named in the sum.
constexpr double least_share = 0.03;

std::string two_digits(double value) { return fmt::format("{:.2f}", value); }

ShownStair shown(const Stair& stair) {
  ShownStair one = {.variant = stair.variant->name,
                    .change = stair.variant->step ? stair.variant->step->change : "plain Kokkos",
                    .idiom = stair.variant->step ? stair.variant->step->idiom : "",
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
std::vector<const Stair*> named_steps(const Ablation& ablation) {
  std::vector<const Stair*> named;
  for (const Stair& stair : ablation.stairs)
    if (stair.variant->step && size_of(&stair) >= std::log(1 + least_share))
      named.push_back(&stair);
  std::stable_sort(named.begin(), named.end(),
                   [](const Stair* a, const Stair* b) { return size_of(a) > size_of(b); });
  return named;
}

std::string sum_of(const Ablation& ablation) {
  double others = ablation.gain().median;
  std::string terms;
  std::size_t left = ablation.stairs.size() - 1;
  for (const Stair* stair : named_steps(ablation)) {
    terms += fmt::format("{}{} by {}", terms.empty() ? "" : ", ", two_digits(stair->gain.median),
                         stair->variant->step->change);
    others /= stair->gain.median;
    --left;
  }
  if (left > 0)
    terms += fmt::format("{}{} by {}", terms.empty() ? "" : ", ", two_digits(others),
                         left == 1 ? "the other step" : fmt::format("the other {} steps", left));
  return fmt::format("{} to {} of native performance, a factor of {}: {}.",
                     two_digits(ablation.stairs.front().performance.median),
                     two_digits(ablation.stairs.back().performance.median),
                     two_digits(ablation.gain().median), terms);
}

/// Of the stair, against the one before.
std::string counted_for(const Ablation& ablation, std::size_t stair, const Profiles& profiles) {
  const Way own = {ablation.stairs[stair].variant->name, Model::kokkos};
  const Way before = {ablation.stairs[stair - 1].variant->name, Model::kokkos};
  const auto known = counted(profiles, *ablation.experiment, own, before);
  return known ? counted_text(*known) : "";
}

ShownAblation shown(const Ablation& ablation, const Profiles& profiles) {
  ShownAblation one = {
      .name = fmt::format("{}/{}", ablation.experiment->name, ablation.plain().name),
      .setting = fmt::format("{}, {}", to_string(ablation.parameters), ablation.cache),
      .sum = sum_of(ablation),
      .stairs = {}};
  for (std::size_t i = 0; i < ablation.stairs.size(); ++i) {
    one.stairs.push_back(shown(ablation.stairs[i]));
    if (i > 0) one.stairs.back().counted = counted_for(ablation, i, profiles);
  }
  return one;
}

}  // namespace

std::vector<ShownAblation> shown_ablations(const Results& results, const Catalogue& catalogue,
                                           const Profiles& profiles) {
  std::vector<ShownAblation> all;
  for (const Ablation& ablation : ablations(results, catalogue))
    all.push_back(shown(ablation, profiles));
  return all;
}

Table ablation_table(const ShownAblation& ablation) {
  Table table = {fmt::format("{}, {}", ablation.name, ablation.setting),
                 {{"kernel"},
                  {"of native"},
                  {"gain"},
                  {"95% interval"},
                  {"change"},
                  Table::Column::below("idiom"),
                  Table::Column::below("counted")},
                 {{}}};
  for (const ShownStair& stair : ablation.stairs)
    table.groups.front().rows.push_back({{{stair.variant},
                                          Cell::number(stair.performance),
                                          Cell::number(stair.gain),
                                          {stair.interval},
                                          {stair.change},
                                          {stair.idiom},
                                          {stair.counted}},
                                         {},
                                         ablation.name.substr(0, ablation.name.find('/'))});
  return table;
}

}  // namespace tilebridge::pages
