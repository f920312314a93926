// SPDX-License-Identifier: Apache-2.0
#include "pages/comparisons.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "pages/cases.hpp"
#include "pages/figures.hpp"
#include "pages/listing.hpp"
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

using Line = std::pair<std::string_view, std::size_t>;  // file and number

void add_lines(const sources::Listing& listing, std::set<Line>& lines) {
  for (const sources::Fragment& fragment : listing.fragments)
    for (std::size_t i = 0; i < fragment.lines.size(); ++i)
      lines.emplace(fragment.path, fragment.first_line + i);
}

/// The variant that is written this way; the plain one has no matched form everywhere.
const Variant& written(const Experiment& experiment, const std::string& name, WayOfWriting way) {
  const Variant* matched =
      way == WayOfWriting::matched ? experiment.find(matched_name(name)) : nullptr;
  return matched != nullptr ? *matched : experiment.variant(name);
}

std::set<Line> lines_of(const PortableWays& found, WayOfWriting way, const std::string& platform,
                        const Catalogue& catalogue) {
  const Model& model = way == WayOfWriting::native ? Model::native : Model::kokkos;
  const Platform place = platform == name_of(Platform::host) ? Platform::host : Platform::cuda;
  std::set<Line> lines;
  for (const auto& [experiment, variant] : found.variants) {
    const Experiment& known = catalogue.experiment(experiment);
    const Variant& own = written(known, variant, way);
    add_lines(listing_of(known, own, {model, own.form_of(model)}, place), lines);
  }
  return lines;
}

double share_in_common(const std::set<Line>& a, const std::set<Line>& b) {
  std::vector<Line> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  const std::size_t all = a.size() + b.size() - common.size();
  return all == 0 ? 1 : static_cast<double>(common.size()) / static_cast<double>(all);
}

/// Lines in common ÷ all lines, mean over pairs of platforms; 1 is one source (Harrell and Kitson,
/// 2018; Pennycook et al., 2021).
double convergence(const PortableWays& found, WayOfWriting way, const Catalogue& catalogue) {
  std::vector<std::set<Line>> lines;
  for (const PortableWays::Place& place : found.places)
    lines.push_back(lines_of(found, way, place.platform, catalogue));
  double sum = 0;
  std::size_t pairs = 0;
  for (std::size_t a = 0; a < lines.size(); ++a)
    for (std::size_t b = a + 1; b < lines.size(); ++b, ++pairs)
      sum += share_in_common(lines[a], lines[b]);
  return sum / static_cast<double>(pairs);
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

Table ways_table(const Report& report) {
  std::vector<const Results*> runs;
  for (const ReportFile& file : report.files) runs.push_back(&file.results);
  const PortableWays found = portable_ways(runs, report.catalogue);
  Table table = {
      fmt::format("Ways of writing over {} kernels that run on all platforms: efficiency "
                  "on each, metric, and the share of lines that are the same",
                  found.variants.size()),
      {{"way"}},
      {{}}};
  for (const auto& [device, platform] : found.places)
    table.columns.push_back({fmt::format("{}, {}", device, platform)});
  table.columns.push_back({"metric"});
  table.columns.push_back({"code convergence"});
  for (const PortableWay& way : found.ways) {
    std::vector<Cell> cells = {{std::string(name_of(way.way))}};
    for (const double efficiency : way.efficiencies)
      cells.push_back(Cell::number(ratio_text(efficiency)));
    cells.push_back(Cell::number(ratio_text(way.metric)));
    cells.push_back(
        Cell::number(fmt::format("{:.2f}", convergence(found, way.way, report.catalogue))));
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace tilebridge::pages
