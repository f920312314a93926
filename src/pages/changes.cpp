// SPDX-License-Identifier: Apache-2.0
#include "pages/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/gate.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

Table::Row row_of(const judge::VariantChange& variant) {
  const judge::Change& largest = variant.largest();
  const CaseResult& c = *largest.of.current;
  return {{{fmt::format("{}/{}", c.experiment, shown_variant(c))},
           {std::string(shown_model(c, largest.kernel))},
           Cell::number(ratio_text(variant.performance())),
           {fmt::format("{} slower, {} faster of {}", variant.count(judge::Judgement::slower),
                        variant.count(judge::Judgement::faster), variant.cases.size())},
           {setting_of(c)},
           {fmt::format("{} → {}", time_text(largest.base), time_text(largest.current))}},
          c.experiment};
}

Table variant_table(const std::vector<judge::VariantChange>& variants) {
  Table table = {"What became slower or faster, the largest changes first",
                 {{"variant"},
                  {"model"},
                  {"after ÷ before"},
                  {"cases"},
                  {.head = "largest change", .screen = 130},
                  {"time"}},
                 {{}}};
  std::vector<const judge::VariantChange*> changed;
  for (const judge::VariantChange& variant : variants)
    if (variant.count(judge::Judgement::slower) + variant.count(judge::Judgement::faster) > 0)
      changed.push_back(&variant);
  const auto size = [](const auto* v) { return std::abs(std::log(v->performance())); };
  std::stable_sort(changed.begin(), changed.end(),
                   [&](const auto* a, const auto* b) { return size(a) > size(b); });
  for (const judge::VariantChange* variant : changed)
    table.groups.front().rows.push_back(row_of(*variant));
  return table;
}

bool is_timed(const Results& results) {
  return !is_profile(results) &&
         std::all_of(results.cases.begin(), results.cases.end(), [](const CaseResult& c) {
           return std::all_of(c.kernels.begin(), c.kernels.end(),
                              [](const auto& model) { return judge::is_whole(model.second); });
         });
}

std::string name_of_run(const Results& results) {
  return fmt::format("{}, Kokkos {}", device_text(results), kokkos_text(results));
}

}  // namespace

std::string mean_text(const GeometricMean& mean) {
  if (!mean.has_interval()) return ratio_text(mean.value);
  return fmt::format("{} {}…{}", ratio_text(mean.value), ratio_text(mean.low),
                     ratio_text(mean.high));
}

Table totals_table(const std::vector<judge::Total>& totals) {
  Table table = {"Performance after ÷ before, geometric means over variants, 95% intervals",
                 {{"code"},
                  {"after ÷ before"},
                  {"variants"},
                  {.head = "slower cases", .brief = "slower"},
                  {.head = "faster cases", .brief = "faster"}},
                 {{}}};
  for (const judge::Total& total : totals)
    table.add({{std::string(judge::name_of(total.kind))},
               {mean_text(total.performance)},
               Cell::count(total.variants),
               Cell::count(total.slower),
               Cell::count(total.faster)});
  return table;
}

std::optional<Changes> changes_between(const Results& before, const Results& after,
                                       const Catalogue& catalogue) {
  if (!is_timed(before) || !is_timed(after)) return std::nullopt;
  const judge::GateReport report = judge::compare_results(before, after, {});
  const std::vector<judge::VariantChange> variants = judge::by_variant(report);
  if (variants.empty()) return std::nullopt;
  return Changes{fmt::format("{} → {}", name_of_run(before), name_of_run(after)),
                 judge::describe(judge::differences(before, after)),
                 totals_table(judge::totals(variants, catalogue)), variant_table(variants)};
}

Document changes_blocks(const Results& before, const Results& after, const Catalogue& catalogue) {
  Document blocks;
  const auto changes = changes_between(before, after, catalogue);
  if (!changes) return blocks;
  blocks.add(Heading{.text = "What changed", .id = "changes"});
  blocks.add(Text{changes->title});
  if (!changes->differences.empty()) blocks.add(List{changes->differences});
  blocks.add(changes->by_kind);
  if (changes->by_variant.empty())
    blocks.add(Text{"No case became slower or faster."});
  else
    blocks.add(changes->by_variant);
  return blocks;
}

}  // namespace tilebridge::pages
