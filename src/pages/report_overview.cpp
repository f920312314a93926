// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include "judge/totals.hpp"
#include "pages/cases.hpp"
#include "pages/changes.hpp"
#include "pages/charts.hpp"
#include "pages/costs.hpp"
#include "pages/report_page.hpp"
#include "pages/run.hpp"
#include "pages/summary.hpp"

namespace tilebridge::pages {
namespace {

void add_list(Document& document, const std::vector<std::string>& all, const char* title) {
  constexpr std::size_t shown = 3;
  if (all.empty()) return;
  document.add(Heading{title, 3});
  document.add(
      List{{all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(shown, all.size()))}});
}

/// How fast Kokkos is in one file: a sentence, figures, the most expensive idioms.
void add_summary(Document& document, const Report& report, std::size_t file) {
  const Results& results = report.files[file].results;
  const Summary summary = summarise(results.cases, report.catalogue);
  const std::vector<std::string> pairs = pair_lines(results, report.catalogue);
  if (summary.rows.empty() && pairs.empty()) return;
  if (report.files.size() > 1)
    document.add(Heading{fmt::format("{}: {}, {}", label_of(report, file), device_text(results),
                                     file_name(report.files[file])),
                         3});
  for (const std::string& line : pairs) document.say(line);
  for (const std::string& line : distribution_lines(summary)) document.say(line);
  document.add(summary_table(summary));
  document.say(health_line(results));
  const Costs found = costs(results, report.catalogue);
  add_list(document, found.slow_kernels, "Slowest kernels in ranges and their idioms");
  add_list(document, found.expensive_idioms, "Most expensive idioms and what to write instead");
}

/// The geometric mean of the ratios in one file.
Cell mean_cell(const std::vector<const judge::Change*>& changes, double judge::Change::*of) {
  std::vector<double> ratios;
  for (const judge::Change* change : changes) ratios.push_back(change->*of);
  return Cell::number(ratio_text(geometric_mean(ratios).value));
}

/// How fast Kokkos is in both of two files, and the ratio of both: what it costs more in one.
void add_both(Document& document, const Report& report) {
  if (report.files.size() != 2) return;
  const Results& a = report.files.front().results;
  const Results& b = report.files.back().results;
  if (is_profile(a) || is_profile(b)) return;
  const judge::GateReport compared = judge::compare_results(a, b, {.metric = judge::Metric::ratio});
  const std::vector<judge::VariantChange> variants = judge::by_variant(compared);
  if (variants.empty()) return;
  std::vector<Table::Column> columns = {
      "code", "variants", {"A: " + device_text(a), "A"}, {"B: " + device_text(b), "B"}, "B ÷ A"};
  Table kinds = {
      "Kokkos against native code in both files: geometric means over the variants that both have",
      columns};
  for (const judge::Total& total : judge::totals(variants, report.catalogue)) {
    std::vector<const judge::Change*> changes;
    for (const judge::VariantChange& variant : variants)
      if (judge::kind_of(variant, report.catalogue) == total.kind)
        changes.insert(changes.end(), variant.cases.begin(), variant.cases.end());
    kinds.add({judge::name_of(total.kind), Cell::number(total.variants),
               mean_cell(changes, &judge::Change::base),
               mean_cell(changes, &judge::Change::current),
               Cell::number(mean_text(total.performance))});
  }
  document.add(std::move(kinds));
  columns[0] = "variant";
  columns[1] = "model";
  Table table = {"The same by variant, the largest differences first", columns};
  for (const judge::VariantChange& variant : judge::by_size(variants)) {
    const CaseResult& c = variant.case_of();
    table.add({c.experiment + "/" + shown_variant(c), shown_model(c, variant.kernel()),
               mean_cell(variant.cases, &judge::Change::base),
               mean_cell(variant.cases, &judge::Change::current),
               Cell::number(ratio_text(variant.performance()))});
  }
  document.fold_table(std::move(table), "variants");
}

}  // namespace

Document overview_section(const Report& report) {
  Document content;
  add_both(content, report);
  for (std::size_t file = 0; file < report.files.size(); ++file) add_summary(content, report, file);
  const Plot plot = overview_chart(report);
  content.say(plot.empty() ? "No comparison of Kokkos with native code is in these files." : "");
  add_chart(content, plot,
            "A point is the geometric mean of an experiment's cases, its line the range from the "
            "slowest to the fastest case; the band is parity.");
  for (const ReportFile& file : report.files)
    if (const auto& check = file.results.self_check)
      content.say(fmt::format("Self-check in {}: {}.", file_name(file),
                              fmt::join(self_check_lines(*check), "; ")));
  content.add(files_table(report));
  content.say(built_otherwise(report));
  return content;
}

}  // namespace tilebridge::pages
