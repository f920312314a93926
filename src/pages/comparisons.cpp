// SPDX-License-Identifier: Apache-2.0
#include "pages/comparisons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "results/summary.hpp"

namespace tilebridge::pages {
namespace {

constexpr std::size_t most_comparisons = 5000;
constexpr std::size_t most_variants = 1000;

Table::Row comparison_row(const Report& report, const ExperimentCases& experiment,
                          const FileCase& c, const ComparisonResult& r) {
  const Model& model = r.kernel.model;
  const bool is_first = is_first_build(*c.result, r.kernel);
  Table::Row row = {{{experiment.name},
                     {c.result->variant},
                     {std::string(name_of(r.kernel.form))},
                     {setting_of(*c.result)},
                     {std::string(is_first ? model.name() : model.key())},
                     Cell::number(ratio_text(r.ratio.median)),
                     Cell::range(ratio_text(r.ratio.low), ratio_text(r.ratio.high)),
                     Cell::judged(r.verdict)},
                    experiment.id};
  if (report.files.size() > 1) row.cells.insert(row.cells.begin() + 1, {label_of(report, c.file)});
  return row;
}

Cell efficiency_cell(const std::optional<double>& efficiency) {
  return Cell::number(efficiency ? ratio_text(*efficiency) : "not run");
}

Table::Row portability_row(const Portability& p) {
  Table::Row row = {{{p.experiment + "/" + p.variant}}};
  for (const auto& efficiency : p.efficiencies) row.cells.push_back(efficiency_cell(efficiency));
  row.cells.push_back(efficiency_cell(p.metric));
  return row;
}

}  // namespace

Table comparisons_table(const Report& report) {
  Table table = {
      "Performance against native code, with its 95% interval: 1 is parity, less is slower",
      {{"experiment"},
       {"variant"},
       {"form"},
       {"case"},
       {"model"},
       {"ratio"},
       {"95% interval"},
       {"verdict"}},
      {{}}};
  if (report.files.size() > 1) table.columns.insert(table.columns.begin() + 1, {"file"});
  std::vector<Table::Row>& rows = table.groups.front().rows;
  for (const ExperimentCases& experiment : report.experiments)
    for (const FileCase& c : experiment.cases)
      for (const ComparisonResult& r : c.result->comparisons) {
        const bool is_with_reference = c.result->kernels.find(r.against) == reference_of(*c.result);
        if (!is_usable(r) || !is_with_reference) continue;
        if (rows.size() < most_comparisons)
          rows.push_back(comparison_row(report, experiment, c, r));
        else
          ++table.left_out;
      }
  return table;
}

Table portability_table(const Report& report) {
  std::vector<const Results*> runs;
  for (const ReportFile& file : report.files) runs.push_back(&file.results);
  const Portabilities found = portabilities(runs, report.catalogue);
  Table table = {"Application efficiency of Kokkos, and the metric", {{"variant"}}, {{}}};
  if (found.platforms.size() < 2) return table;
  for (const std::string& platform : found.platforms) table.columns.push_back({platform});
  table.columns.push_back({"metric"});
  const std::size_t shown = std::min(most_variants, found.variants.size());
  table.left_out = found.variants.size() - shown;
  for (std::size_t i = 0; i < shown; ++i)
    table.groups.front().rows.push_back(portability_row(found.variants[i]));
  return table;
}

}  // namespace tilebridge::pages
