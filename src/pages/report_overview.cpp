// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "judge/totals.hpp"
#include "pages/cases.hpp"
#include "pages/changes.hpp"
#include "pages/charts.hpp"
#include "pages/comparisons.hpp"
#include "pages/costs.hpp"
#include "pages/report_sections.hpp"
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
  for (const std::string& line : pairs) document.add(Text{line});
  for (const std::string& line : distribution_lines(summary)) document.add(Text{line});
  document.add(summary_table(summary));
  if (const std::string text = health_line(results); !text.empty()) document.add(Text{text});
  const Costs found = costs(results, report.catalogue);
  add_list(document, found.slow_kernels, "Slowest kernels in ranges and their idioms");
  add_list(document, found.expensive_idioms, "Most expensive idioms and what to write instead");
}

/// A comparison of Kokkos with native code in both files.
struct Both {
  double before;
  double after;
};

/// The geometric mean of each file's ratios.
Both means_of(const std::vector<const judge::Change*>& changes) {
  std::vector<double> before;
  std::vector<double> after;
  for (const judge::Change* change : changes) {
    before.push_back(change->base);
    after.push_back(change->current);
  }
  return {geometric_mean(before).value, geometric_mean(after).value};
}

Table::Row both_row(const judge::VariantChange& variant) {
  const Both both = means_of(variant.cases);
  const CaseResult& c = variant.case_of();
  return {{{fmt::format("{}/{}", c.experiment, shown_variant(c))},
           {std::string(shown_model(c, variant.kernel()))},
           Cell::number(ratio_text(both.before)),
           Cell::number(ratio_text(both.after)),
           Cell::number(ratio_text(variant.performance()))}};
}

/// How fast Kokkos is in both of two files, and the ratio of both: what it costs more in one.
void add_both(Document& document, const Report& report) {
  if (report.files.size() != 2) return;
  const ReportFile& a = report.files.front();
  const ReportFile& b = report.files.back();
  if (is_profile(a.results) || is_profile(b.results)) return;
  const judge::GateReport compared =
      judge::compare_results(a.results, b.results, {.metric = judge::Metric::ratio});
  std::vector<judge::VariantChange> variants = judge::by_variant(compared);
  if (variants.empty()) return;
  const auto columns = [&](const char* first, const char* second) {
    return std::vector<Table::Column>{{first},
                                      {second},
                                      {"A: " + device_text(a.results), "A"},
                                      {"B: " + device_text(b.results), "B"},
                                      {"B ÷ A"}};
  };
  Table kinds = {
      "Kokkos against native code in both files: geometric means over the variants that "
      "both have",
      columns("code", "variants"),
      {{}}};
  for (const judge::Total& total : judge::totals(variants, report.catalogue)) {
    std::vector<const judge::Change*> changes;
    for (const judge::VariantChange& variant : variants)
      if (judge::kind_of(variant, report.catalogue) == total.kind)
        changes.insert(changes.end(), variant.cases.begin(), variant.cases.end());
    const Both both = means_of(changes);
    kinds.add({{std::string(judge::name_of(total.kind))},
               Cell::count(total.variants),
               Cell::number(ratio_text(both.before)),
               Cell::number(ratio_text(both.after)),
               Cell::number(mean_text(total.performance))});
  }
  document.add(std::move(kinds));
  Table table = {
      "The same by variant, the largest differences first", columns("variant", "model"), {{}}};
  std::ranges::stable_sort(variants, std::greater{}, [](const judge::VariantChange& variant) {
    return std::abs(std::log(variant.performance()));
  });
  for (const judge::VariantChange& variant : variants)
    table.groups.front().rows.push_back(both_row(variant));
  add_folded(document, std::move(table), "variants");
}

void add_chart(Document& document, const Report& report) {
  const Plot plot = overview_chart(report);
  if (plot.empty()) {
    document.add(Text{"No comparison of Kokkos with native code is in these files."});
    return;
  }
  document.add(Figure{.title = plot.title,
                      .svg = plot_svg(plot),
                      .caption = "A point is the geometric mean of an experiment's cases, its line "
                                 "the range from the slowest to the fastest case; the band is "
                                 "parity."});
  add_folded(document, comparisons_table(report), "comparisons");
}

}  // namespace

Document overview_section(const Report& report) {
  Document content;
  add_both(content, report);
  for (std::size_t file = 0; file < report.files.size(); ++file) add_summary(content, report, file);
  add_chart(content, report);
  for (const ReportFile& file : report.files)
    if (const auto& check = file.results.self_check)
      content.add(Text{fmt::format("Self-check in {}: {}.", file_name(file),
                                   fmt::join(self_check_lines(*check), "; "))});
  content.add(files_table(report));
  if (const std::string text = built_otherwise(report); !text.empty()) content.add(Text{text});
  return content;
}

}  // namespace tilebridge::pages
