// SPDX-License-Identifier: Apache-2.0
#include "pages/ablations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace tilebridge::pages {
namespace {

/// Gains and losses below this are not named in the sum.
constexpr double least_share = 0.03;

std::string two_digits(double value) { return fmt::format("{:.2f}", value); }

ShownStage shown(const Stage& stage) {
  ShownStage one = {.variant = stage.variant->name,
                    .change = "Kokkos in ranges",
                    .share = stage.performance.median,
                    .performance = two_digits(stage.performance.median)};
  if (!stage.variant->step) return one;
  one.change = stage.variant->step->change;
  one.idiom = stage.variant->step->idiom;
  one.gain = two_digits(stage.gain.median);
  one.interval = fmt::format("{:.2f}…{:.2f}", stage.gain.low, stage.gain.high);
  return one;
}

double size_of(const Stage* stage) { return std::abs(std::log(stage->gain.median)); }

/// The steps that gain or lose something, the largest first.
std::vector<const Stage*> named_steps(const Ablation& ablation) {
  std::vector<const Stage*> named;
  for (const Stage& stage : ablation.stages)
    if (stage.variant->step && size_of(&stage) >= std::log(1 + least_share))
      named.push_back(&stage);
  std::stable_sort(named.begin(), named.end(),
                   [](const Stage* a, const Stage* b) { return size_of(a) > size_of(b); });
  return named;
}

std::string sum_of(const Ablation& ablation) {
  double others = ablation.gain().median;
  std::string terms;
  std::size_t left = ablation.stages.size() - 1;
  for (const Stage* stage : named_steps(ablation)) {
    terms += fmt::format("{}{} by {}", terms.empty() ? "" : ", ", two_digits(stage->gain.median),
                         stage->variant->step->change);
    others /= stage->gain.median;
    --left;
  }
  if (left > 0)
    terms += fmt::format("{}{} by {}", terms.empty() ? "" : ", ", two_digits(others),
                         left == 1 ? "the other step" : fmt::format("the other {} steps", left));
  return fmt::format("{} to {} of native performance, a factor of {}: {}.",
                     two_digits(ablation.stages.front().performance.median),
                     two_digits(ablation.stages.back().performance.median),
                     two_digits(ablation.gain().median), terms);
}

/// Says what was counted of the stage, against the one before.
std::string counted_for(const Ablation& ablation, std::size_t stage, const Profiles& profiles) {
  const Way own = {ablation.stages[stage].variant->name, Model::kokkos};
  const Way before = {ablation.stages[stage - 1].variant->name, Model::kokkos};
  const auto known = counted(profiles, *ablation.experiment, own, before);
  return known ? counted_text(*known) : "";
}

ShownAblation shown(const Ablation& ablation, const Profiles& profiles) {
  ShownAblation one = {
      .name = fmt::format("{}/{}", ablation.experiment->name, ablation.in_ranges().name),
      .setting = fmt::format("{}, {}", to_string(ablation.parameters), ablation.cache),
      .sum = sum_of(ablation),
      .stages = {}};
  for (std::size_t i = 0; i < ablation.stages.size(); ++i) {
    one.stages.push_back(shown(ablation.stages[i]));
    if (i > 0) one.stages.back().counted = counted_for(ablation, i, profiles);
  }
  return one;
}

/// Counts that differ by less are not named.
constexpr double named_from = 1.1;

/// The sum of those that were counted; none if none was.
std::optional<double> sum_of(const Counters& counters, std::span<const Counter> which) {
  std::optional<double> sum;
  for (const Counter counter : which)
    if (const auto value = counters.of(counter)) sum = sum.value_or(0) + *value;
  return sum;
}

/// A quantity grows with the work of a kernel.
struct Quantity {
  const char* name;
  std::vector<Counter> counters;
  double named_from = pages::named_from;
};

std::string quotient_text(const Counted& counted, const Quantity& quantity) {
  const auto with = sum_of(counted.with, quantity.counters);
  const auto without = sum_of(counted.without, quantity.counters);
  if (!with || !without || *with == *without) return "";
  if (*without == 0) return fmt::format("{:.0f} {} instead of none", *with, quantity.name);
  if (*with == 0) return fmt::format("no {} instead of {:.0f}", quantity.name, *without);
  if (std::abs(std::log(*with / *without)) < std::log(quantity.named_from)) return "";
  return fmt::format("{:.2f} × the {}", *with / *without, quantity.name);
}

std::string instructions_text(const Counted& counted) {
  const auto with = counted.with.of(Counter::instructions);
  const auto without = counted.without.of(Counter::instructions);
  if (!with || !without || *without == 0) return "";
  return fmt::format("{:.2f} × the instructions", *with / *without);
}

/// A launch has a property whatever its work.
struct Property {
  Counter counter;
  const char* before;
  const char* unit;
  const char* sign;  // behind both numbers
  double named_from;
};

std::string both_text(const Counted& counted, const Property& property) {
  const auto with = counted.with.of(property.counter);
  const auto without = counted.without.of(property.counter);
  if (!with || !without || *with <= 0 || *without <= 0 || *with == *without) return "";
  if (std::abs(std::log(*with / *without)) < std::log(property.named_from)) return "";
  return fmt::format("{0}{1:.0f}{2}{3} instead of {4:.0f}{2}", property.before, *with,
                     property.sign, property.unit, *without);
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
                 {"kernel", "of native", "gain", "95% interval", "change", below("idiom", "idiom"),
                  below("counted", "counted")}};
  for (const ShownStage& stage : ablation.stages)
    table.add({stage.variant, Cell::number(stage.performance), Cell::number(stage.gain),
               stage.interval, stage.change, stage.idiom, stage.counted},
              ablation.name.substr(0, ablation.name.find('/')));
  return table;
}

std::string counted_text(const Counted& counted) {
  static const std::vector<Quantity> quantities = {
      {"sectors of global memory",
       {Counter::global_load_sectors, Counter::global_store_sectors,
        Counter::global_reduction_sectors, Counter::global_atomic_sectors}},
      {"atomics that return a value", {Counter::global_atomic_requests}},
      {"sectors of local memory", {Counter::local_load_sectors, Counter::local_store_sectors}},
      {"passes through shared memory",
       {Counter::shared_load_wavefronts, Counter::shared_store_wavefronts}},
      {"bank conflicts",
       {Counter::shared_load_bank_conflicts, Counter::shared_store_bank_conflicts},
       2},
  };
  std::vector<std::string> all = {
      instructions_text(counted),
      both_text(counted, {Counter::block_threads, "blocks of ", " threads", "", 1}),
      both_text(counted, {Counter::registers_per_thread, "", " registers", "", 1})};
  for (const Quantity& quantity : quantities) all.push_back(quotient_text(counted, quantity));
  all.push_back(
      both_text(counted, {Counter::warps_active_percent, "", " of the warps active", "%", 1.25}));
  std::erase(all, "");
  return fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace tilebridge::pages
