// SPDX-License-Identifier: Apache-2.0
#include "pages/portability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "pages/figures.hpp"
#include "pages/listing.hpp"

namespace tilebridge::pages {
namespace {

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

ShownWays shown_ways(const Report& report) {
  std::vector<const Results*> runs;
  for (const ReportFile& file : report.files) runs.push_back(&file.results);
  const PortableWays found = portable_ways(runs, report.catalogue);
  ShownWays shown;
  for (const auto& [device, platform] : found.places)
    shown.platforms.push_back(fmt::format("{}, {}", device, platform));
  shown.variants = found.variants.size();
  for (const PortableWay& way : found.ways)
    shown.ways.push_back({std::string(name_of(way.way)), way.efficiencies, way.metric,
                          convergence(found, way.way, report.catalogue)});
  return shown;
}

Table ways_table(const ShownWays& shown) {
  Table table = {
      fmt::format("Ways of writing over {} kernels that run on all platforms: efficiency "
                  "on each, metric, and the share of lines that are the same",
                  shown.variants),
      {{"way"}},
      {{}}};
  for (const std::string& platform : shown.platforms) table.columns.push_back({platform});
  table.columns.push_back({"metric"});
  table.columns.push_back({"code convergence"});
  for (const ShownWay& way : shown.ways) {
    Table::Row row = {{{way.name}}};
    for (const double efficiency : way.efficiencies)
      row.cells.push_back(Cell::number(ratio_text(efficiency)));
    row.cells.push_back(Cell::number(ratio_text(way.metric)));
    row.cells.push_back(Cell::number(fmt::format("{:.2f}", way.convergence)));
    table.groups.front().rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace tilebridge::pages
