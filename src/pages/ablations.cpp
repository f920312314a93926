// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <cmath>

#include "pages/costs.hpp"
#include "pages/counters.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {
namespace {

/// Gains and losses below this are not named in the sum.
constexpr double least_share = 0.03;

ShownStage shown(const judge::Stage& stage) {
  ShownStage one = {.variant = stage.variant->name,
                    .change = "Kokkos in loops",
                    .share = stage.performance.median,
                    .performance = two_digits(stage.performance.median)};
  if (!stage.variant->step) return one;
  one.change = stage.variant->step->change;
  one.idiom = stage.variant->step->idiom;
  one.gain = two_digits(stage.gain.median);
  one.interval = fmt::format("{:.2f}–{:.2f}", stage.gain.low, stage.gain.high);
  return one;
}

double size_of(const judge::Stage* stage) { return std::abs(std::log(stage->gain.median)); }

/// The steps that gain or lose something, the largest first.
std::vector<const judge::Stage*> named_steps(const judge::Ablation& ablation) {
  std::vector<const judge::Stage*> named;
  for (const judge::Stage& stage : ablation.stages)
    if (stage.variant->step && size_of(&stage) >= std::log(1 + least_share))
      named.push_back(&stage);
  std::ranges::stable_sort(named, std::greater(),
                           [](const judge::Stage* stage) { return size_of(stage); });
  return named;
}

std::string sum_of(const judge::Ablation& ablation) {
  double others = ablation.gain().median;
  std::vector<std::string> terms;
  for (const judge::Stage* stage : named_steps(ablation)) {
    terms.push_back(
        fmt::format("{} by {}", two_digits(stage->gain.median), stage->variant->step->change));
    others /= stage->gain.median;
  }
  if (const std::size_t left = ablation.stages.size() - 1 - terms.size(); left > 0)
    terms.push_back(
        fmt::format("{} by {}", two_digits(others),
                    left == 1 ? "the other step" : fmt::format("the other {} steps", left)));
  return fmt::format("{} to {} of native performance, a factor of {}: {}.",
                     two_digits(ablation.stages.front().performance.median),
                     two_digits(ablation.stages.back().performance.median),
                     two_digits(ablation.gain().median), fmt::join(terms, ", "));
}

/// Says what was counted of the stage, against the one before.
std::string counted_for(const judge::Ablation& ablation, std::size_t stage,
                        const judge::Profiles& profiles) {
  const judge::Way own = {ablation.stages[stage].variant->name, controlled};
  const judge::Way before = {ablation.stages[stage - 1].variant->name, controlled};
  const auto known = counted(profiles, *ablation.experiment, own, before);
  return known ? counted_text(*known) : "";
}

ShownAblation shown(const judge::Ablation& ablation, const judge::Profiles& profiles) {
  ShownAblation one = {
      .name = fmt::format("{}/{}", ablation.experiment->name, ablation.in_loops().name),
      .setting = fmt::format("{}, {}", to_string(ablation.parameters), ablation.cache),
      .sum = sum_of(ablation),
      .stages = {}};
  for (std::size_t i = 0; i < ablation.stages.size(); ++i) {
    one.stages.push_back(shown(ablation.stages[i]));
    if (i > 0) one.stages.back().counted = counted_for(ablation, i, profiles);
  }
  return one;
}

}  // namespace

std::vector<ShownAblation> shown_ablations(const judge::Cells& cells, const Catalogue& catalogue,
                                           const judge::Profiles& profiles) {
  std::vector<ShownAblation> all;
  for (const judge::Ablation& ablation : judge::ablations(cells, catalogue))
    all.push_back(shown(ablation, profiles));
  return all;
}

Table ablation_table(const ShownAblation& ablation) {
  Table table = {fmt::format("{}, {}", ablation.name, ablation.setting),
                 {"kernel", "of native", "gain", "95% interval", "change", below("idiom", "idiom"),
                  below("counted", "counted")}};
  for (const ShownStage& stage : ablation.stages)
    table.add({stage.variant, Cell::number(stage.performance), Cell::number(stage.gain),
               stage.interval, stage.change, stage.idiom, stage.counted},
              ablation.name.substr(0, ablation.name.find('/')));
  return table;
}

}  // namespace tilebridge::pages
