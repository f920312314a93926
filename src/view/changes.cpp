// SPDX-License-Identifier: Apache-2.0
#include "view/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "gate/gate.hpp"
#include "view/cases.hpp"
#include "view/figures.hpp"
#include "view/run.hpp"

namespace tilebridge::view {
namespace {

/// The rows of the first table, in their order.
enum class Kind { native, libraries, plain, step, matched, tuned, idiomatic, transfers, unknown };

constexpr std::pair<Kind, const char*> kinds[] = {
    {Kind::native, "native code"},         {Kind::libraries, "libraries"},
    {Kind::plain, "plain Kokkos"},         {Kind::step, "steps from plain to matched"},
    {Kind::matched, "matched Kokkos"},     {Kind::tuned, "tuned Kokkos"},
    {Kind::idiomatic, "idiomatic Kokkos"}, {Kind::transfers, "transfers, any model"},
    {Kind::unknown, "unknown variants"}};

constexpr std::pair<Level, Kind> kokkos_kinds[] = {{Level::textbook, Kind::plain},
                                                   {Level::step, Kind::step},
                                                   {Level::matched, Kind::matched},
                                                   {Level::tuned, Kind::tuned},
                                                   {Level::idiomatic, Kind::idiomatic}};

Kind kind_of(const gate::Change& change, const Catalogue& catalogue) {
  const CaseResult& c = *change.of.current;
  const Experiment* experiment = catalogue.find(c.experiment);
  if (experiment == nullptr) return Kind::unknown;
  if (experiment->family == Family::transfers || c.work.to_device > 0 || c.work.to_host > 0)
    return Kind::transfers;
  if (change.model == Model::native) return Kind::native;
  if (change.model == Model::vendor) return Kind::libraries;
  for (const auto& [level, kind] : kokkos_kinds)
    if (c.level == name_of(level)) return kind;
  return Kind::unknown;
}

/// A variant in one model, in all cases that both runs have.
struct VariantChange {
  std::vector<const gate::Change*> cases;

  double performance() const {
    double logarithms = 0;
    for (const gate::Change* change : cases) logarithms += std::log(change->performance.median);
    return std::exp(logarithms / static_cast<double>(cases.size()));
  }
  std::size_t count(gate::Judgement judgement) const {
    return static_cast<std::size_t>(
        std::count_if(cases.begin(), cases.end(),
                      [&](const gate::Change* change) { return change->judgement == judgement; }));
  }
  const gate::Change& largest() const {
    return **std::max_element(cases.begin(), cases.end(),
                              [](const gate::Change* a, const gate::Change* b) {
                                return std::abs(std::log(a->performance.median)) <
                                       std::abs(std::log(b->performance.median));
                              });
  }
};

using Key = std::tuple<std::string, std::string, Model>;
using VariantChanges = std::map<Key, VariantChange>;

VariantChanges by_variant(const gate::GateReport& report) {
  VariantChanges all;
  for (const gate::Change& change : report.changes) {
    if (change.judgement == gate::Judgement::invalid) continue;
    const CaseResult& c = *change.of.current;
    all[{c.experiment, c.variant, change.model}].cases.push_back(&change);
  }
  return all;
}

std::string mean_text(const GeometricMean& mean) {
  if (!mean.has_interval()) return ratio_text(mean.value);
  return fmt::format("{} {}…{}", ratio_text(mean.value), ratio_text(mean.low),
                     ratio_text(mean.high));
}

Table level_table(const VariantChanges& variants, const Catalogue& catalogue) {
  Table table = {"Performance after ÷ before, geometric means over variants, 95% intervals",
                 {{"code"}, {"after ÷ before"}, {"variants"}, {"slower cases"}, {"faster cases"}},
                 {{"", {}}}};
  for (const auto& [kind, name] : kinds) {
    std::vector<double> means;
    std::size_t slower = 0;
    std::size_t faster = 0;
    for (const auto& [key, variant] : variants) {
      if (kind_of(*variant.cases.front(), catalogue) != kind) continue;
      means.push_back(variant.performance());
      slower += variant.count(gate::Judgement::slower);
      faster += variant.count(gate::Judgement::faster);
    }
    if (means.empty()) continue;
    table.groups.front().rows.push_back({{{name},
                                          {mean_text(geometric_mean(means))},
                                          Cell::number(fmt::format("{}", means.size())),
                                          Cell::number(fmt::format("{}", slower)),
                                          Cell::number(fmt::format("{}", faster))},
                                         {},
                                         ""});
  }
  return table;
}

Table::Row row_of(const VariantChange& variant) {
  const gate::Change& largest = variant.largest();
  const CaseResult& c = *largest.of.current;
  return {{{fmt::format("{}/{}", c.experiment, shown_variant(c))},
           {std::string(shown_model(c, largest.model))},
           Cell::number(ratio_text(variant.performance())),
           {fmt::format("{} slower, {} faster of {}", variant.count(gate::Judgement::slower),
                        variant.count(gate::Judgement::faster), variant.cases.size())},
           {setting_of(c)},
           {fmt::format("{} → {}", time_text(largest.base), time_text(largest.current))}},
          {},
          c.experiment};
}

Table variant_table(const VariantChanges& variants) {
  Table table = {
      "What became slower or faster, the largest changes first",
      {{"variant"}, {"model"}, {"after ÷ before"}, {"cases"}, {"largest change"}, {"time"}},
      {{"", {}}}};
  std::vector<const VariantChange*> changed;
  for (const auto& [key, variant] : variants)
    if (variant.count(gate::Judgement::slower) + variant.count(gate::Judgement::faster) > 0)
      changed.push_back(&variant);
  const auto size = [](const VariantChange* v) { return std::abs(std::log(v->performance())); };
  std::stable_sort(changed.begin(), changed.end(),
                   [&](const auto* a, const auto* b) { return size(a) > size(b); });
  for (const VariantChange* variant : changed)
    table.groups.front().rows.push_back(row_of(*variant));
  return table;
}

bool is_timed(const Results& results) {
  return !is_profile(results) &&
         std::all_of(results.cases.begin(), results.cases.end(), [](const CaseResult& c) {
           return std::all_of(c.models.begin(), c.models.end(),
                              [](const auto& model) { return gate::is_whole(model.second); });
         });
}

std::string name_of_run(const Results& results) {
  return fmt::format("{}, Kokkos {}", device_text(results), kokkos_text(results));
}

}  // namespace

std::optional<Changes> changes_between(const Results& before, const Results& after,
                                       const Catalogue& catalogue) {
  if (!is_timed(before) || !is_timed(after)) return std::nullopt;
  const gate::GateReport report = gate::compare_results(before, after, {});
  const VariantChanges variants = by_variant(report);
  if (variants.empty()) return std::nullopt;
  return Changes{fmt::format("{} → {}", name_of_run(before), name_of_run(after)),
                 gate::describe(gate::differences(before, after)), level_table(variants, catalogue),
                 variant_table(variants)};
}

}  // namespace tilebridge::view
