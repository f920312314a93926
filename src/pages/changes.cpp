// SPDX-License-Identifier: Apache-2.0
#include "pages/changes.hpp"

#include "judge/gate.hpp"
#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/run.hpp"

namespace tilebridge::pages {
namespace {

/// Those that became slower or faster in a case.
Table variant_table(const std::vector<judge::VariantChange>& variants) {
  Table table = {"What became slower or faster, the largest changes first",
                 {"variant",
                  "model",
                  "after ÷ before",
                  "cases",
                  {"largest change", "largest change", 130},
                  "time"}};
  for (const judge::VariantChange& variant : judge::by_size(variants)) {
    const std::size_t slower = variant.count(judge::Judgement::slower);
    const std::size_t faster = variant.count(judge::Judgement::faster);
    if (slower + faster == 0) continue;
    const judge::Change& largest = variant.largest();
    const CaseResult& c = *largest.of.current;
    table.add({c.experiment + "/" + shown_variant(c), shown_model(c, largest.kernel),
               Cell::number(ratio_text(variant.performance())),
               fmt::format("{} slower, {} faster of {}", slower, faster, variant.cases.size()),
               setting_of(c),
               fmt::format("{} → {}", time_text(largest.base), time_text(largest.current))},
              c.experiment);
  }
  return table;
}

bool is_timed(const Results& results) {
  return !is_profile(results) && std::ranges::all_of(results.cases, [](const CaseResult& c) {
    return std::ranges::all_of(c.kernels,
                               [](const auto& entry) { return judge::is_whole(entry.second); });
  });
}

std::string name_of_run(const Results& results) {
  return fmt::format("{}, {}", device_text(results), models_text(results));
}

}  // namespace

std::string mean_text(const GeometricMean& mean) {
  if (!mean.has_interval()) return ratio_text(mean.value);
  return fmt::format("{} {}…{}", ratio_text(mean.value), ratio_text(mean.low),
                     ratio_text(mean.high));
}

Table totals_table(const std::vector<judge::Total>& totals) {
  Table table = {"Performance after ÷ before, geometric means over variants, 95% intervals",
                 {"code", "after ÷ before", "variants", column("slower cases", "slower"),
                  column("faster cases", "faster")}};
  for (const judge::Total& total : totals)
    table.add({judge::name_of(total.kind), mean_text(total.performance),
               Cell::number(total.variants), Cell::number(total.slower),
               Cell::number(total.faster)});
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
  blocks.say(changes->title);
  if (!changes->differences.empty()) blocks.add(List{changes->differences});
  blocks.add(changes->by_kind);
  if (changes->by_variant.empty())
    blocks.say("No case became slower or faster.");
  else
    blocks.add(changes->by_variant);
  return blocks;
}

}  // namespace tilebridge::pages
