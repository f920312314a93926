// SPDX-License-Identifier: Apache-2.0
#include "terminal/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "pages/curves.hpp"
#include "pages/figures.hpp"
#include "pages/measured.hpp"
#include "pages/run.hpp"
#include "results/latency_levels.hpp"
#include "terminal/columns.hpp"
#include "terminal/costs.hpp"
#include "terminal/ranks.hpp"
#include "terminal/releases.hpp"
#include "terminal/summary.hpp"

namespace tilebridge::terminal {
namespace {

/// Of the names of variants: other Kokkos take room.
std::size_t widest_name(Style style, bool has_releases) {
  if (style.whole) return 1000;
  if (style.columns < 80) return 16;
  return has_releases && style.columns < 120 ? 18 : 24;
}

/// That of "matched", or of what names another Kokkos.
std::size_t model_width(const pages::Table::Group& group) {
  constexpr std::size_t most = 13;
  std::size_t width = 7;
  for (const pages::Table::Row& row : group.rows)
    width = std::max(width, columns(row.cells.at(1).text));
  return std::min(width, most);
}

/// Without lines of code below 110 columns, without rate and share of the ceiling below 100, and
/// without intervals below 80. With other Kokkos, their ratios to the program's own take the place
/// of rate and share, which are there from 140 columns.
TextColumns columns_for(const pages::Table& table, const pages::Table::Group& group, Style style) {
  const std::size_t width = style.columns;
  constexpr auto right = TextColumn::Align::right;
  const bool has_releases = table.has_column("÷ own Kokkos");
  std::vector<TextColumn> columns = {
      {"variant", "variant", name_width(group, widest_name(style, has_releases))},
      {"model", "model", model_width(group)}};
  if (width >= 110) columns.push_back({"lines of code", "lines", 5, right});
  columns.push_back({"time", "time", 10, right});
  if (width >= (has_releases ? 140 : 100)) {
    columns.push_back({"rate", "rate ", 13, right});
    // Its figures are narrower than its head.
    columns.push_back({"of ceiling", "ceiling", 7, right, 0});
  }
  columns.push_back({"ratio", "ratio", 5, right});
  if (width >= 80) columns.push_back({"95% interval of the ratio", " 95% interval", 14});
  if (has_releases && width >= 100) {
    columns.push_back({"÷ own Kokkos", "÷ own", 5, right});
    columns.push_back({"95% interval, ÷ own Kokkos", " 95% interval", 14});
  }
  columns.push_back({"verdict", "verdict"});
  return {std::move(columns), 2, width};
}

std::string ceilings_line(const char* name, const Ceilings& c) {
  if (c.copy_bytes_per_s == 0) return "";
  return fmt::format("{}: {}\n", name, pages::ceilings_text(c));
}

std::string link_line(const Ceilings& c) {
  if (c.to_device_bytes_per_s == 0) return "";
  return fmt::format("measured link: to the device {}, to the host {}\n",
                     pages::bandwidth_text(c.to_device_bytes_per_s),
                     pages::bandwidth_text(c.to_host_bytes_per_s));
}

std::string line_of(const std::string& text) { return text.empty() ? "" : text + "\n"; }

std::string header(const Results& results) {
  return fmt::format("{}; Kokkos {}\n", pages::device_text(results), pages::kokkos_text(results)) +
         line_of(pages::build_warning(results)) + line_of(pages::busy_warning(results)) +
         ceilings_line("measured ceilings", results.ceilings) + link_line(results.ceilings) +
         ceilings_line("datasheet", results.datasheet);
}

std::string levels_text(const std::vector<CaseResult>& cases) {
  std::string text;
  for (const LatencyLevels& levels : latency_levels(cases)) {
    text += fmt::format("\nlatency/{} {}: levels of the curve\n", tame(levels.variant, 16),
                        name_of(levels.model));
    for (const LatencyPlateau& plateau : levels.plateaus)
      text += fmt::format("    {}\n", pages::level_text(plateau));
  }
  return text;
}

std::string self_check_text(const SelfCheck& check) {
  std::string text = "self-check: ";
  for (const std::string& line : pages::self_check_lines(check)) text += line + "\n";
  return text;
}

}  // namespace

std::string cases_text(const Results& results, const Catalogue& catalogue, Style style) {
  const pages::Table measured = pages::measured_table(results, catalogue);
  std::string text;
  for (const pages::Table::Group& group : measured.groups)
    text += columns_for(measured, group, style).group(measured, group, style);
  return text;
}

std::string selection(const Results& results, const Catalogue& catalogue, Style style) {
  const std::string note = line_of(pages::host_note(results));
  return header(results) + cases_text(results, catalogue, style) +
         (note.empty() ? "" : "\n" + note);
}

std::string table(const Results& results, const Catalogue& catalogue, Style style) {
  const std::string note = line_of(pages::host_note(results));
  std::string text = header(results) + cases_text(results, catalogue, style);
  text += levels_text(results.cases) + summary_text(results, catalogue) +
          costs_text(results, catalogue) + releases_text(results, catalogue, 1000);
  if (results.self_check) text += self_check_text(*results.self_check);
  text += spread_text(results);
  return text + (note.empty() ? "" : "\n" + note);
}

}  // namespace tilebridge::terminal
