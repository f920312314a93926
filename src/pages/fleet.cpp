// SPDX-License-Identifier: Apache-2.0
#include <fmt/ranges.h>

#include <map>

#include "judge/match.hpp"
#include "pages/device.hpp"
#include "pages/figures.hpp"

namespace tilebridge::pages {
namespace {

using judge::FleetRow;
using judge::Standing;

/// "3.1% slower".
std::string difference_text(double time) {
  return fmt::format("{:.1f}% {}", 100 * std::abs(time - 1), time > 1 ? "slower" : "faster");
}

Cell standing_cell(const FleetRow& row) {
  if (row.is(Standing::slow)) return {"SLOW", Mark::slower};
  if (row.is(Standing::fast)) return {"FAST", Mark::faster};
  return {"alike"};
}

std::string_view where_text(judge::FleetPart part) {
  return word_of({"in all", "in memory", "over the link", "on the chip"}, part);
}

Mark mark_of(Standing standing) {
  if (standing == Standing::slow) return Mark::slower;
  return standing == Standing::fast ? Mark::faster : Mark::none;
}

/// "1.031 [1.029, 1.034]"; of a part of the results without its interval.
Cell relative_time_cell(const FleetRow& row, judge::FleetPart part) {
  const auto& [results, time, standing] = row.of(part);
  if (results == 0) return Cell::number("");
  Cell cell = Cell::number(ratio_text(time.value));
  cell.mark = mark_of(standing);
  if (part == judge::FleetPart::all)
    cell.after = fmt::format(" [{}, {}]", ratio_text(time.low), ratio_text(time.high));
  return cell;
}

template <class Text>
Cell known(double value, const Text& text) {
  return Cell::number(value > 0 ? text(value) : "");
}

std::vector<Cell> cells_of(const FleetRow& row) {
  const judge::FleetFile& file = *row.file;
  std::vector<Cell> cells = {file.name, standing_cell(row)};
  for (const judge::FleetPart part : judge::fleet_parts)
    cells.push_back(relative_time_cell(row, part));
  cells.push_back(Cell::number(row.of(judge::FleetPart::all).results));
  cells.push_back(known(file.ceilings.copy_bytes_per_s, bandwidth_text));
  cells.push_back(known(file.ceilings.flops, flops_text));
  cells.push_back(Cell::number(clock_text(file.clock_hz)));
  cells.push_back(Cell::number(file.invalid > 0 ? std::to_string(file.invalid) : ""));
  cells.back().mark = Mark::invalid;
  return cells;
}

Table table_of(const judge::Fleet& fleet) {
  Table table = {"",
                 {{"file", "file"},
                  {"", "standing"},
                  {"time ÷ others'", "all"},
                  {"memory", "memory", 80},
                  {"link", "link", 80},
                  {"chip", "chip", 80},
                  {"results", "results", 140},
                  {"copy", "copy", 100},
                  {"fp32", "fp32", 140},
                  {"clock", "clock", 100},
                  {"invalid", "invalid"}}};
  for (const FleetRow& row : fleet.rows) table.add(cells_of(row));
  for (const char* column : {"memory", "link", "chip", "copy", "fp32", "clock", "invalid"})
    table.leave_out_if_empty(table.column(column));
  return table;
}

/// "3.1% slower in all, 3.4% slower in memory": the parts in which it is named.
std::string named_text(const FleetRow& row) {
  std::vector<std::string> texts;
  for (const judge::FleetPart part : judge::fleet_parts)
    if (const auto& [results, time, standing] = row.of(part); standing != Standing::alike)
      texts.push_back(fmt::format("{} {}", difference_text(time.value), where_text(part)));
  return fmt::format("{}", fmt::join(texts, ", "));
}

Document details_of(const FleetRow& row) {
  Document details;
  details.say(fmt::format("{}: {}. It differs most in:", row.file->name, named_text(row)));
  List list;
  for (const judge::Deviation& most : row.most)
    list.items.push_back(
        fmt::format("{}/{}: {}", most.experiment, most.what, difference_text(most.time)));
  details.add(std::move(list));
  return details;
}

std::string names_of(const std::vector<const judge::FleetFile*>& files) {
  constexpr std::size_t most_named = 6;
  std::vector<std::string> names;
  for (const judge::FleetFile* file : files)
    if (names.size() < most_named) names.push_back(file->name);
  if (files.size() > most_named) names.push_back(fmt::format("{} more", files.size() - most_named));
  return fmt::format("{}", fmt::join(names, ", "));
}

/// Lists in what files differ, besides the GPU: "driver: other than in a.json: b.json, c.json".
List differences_of(const judge::Fleet& fleet) {
  const judge::FleetFile& middle = *fleet.rows[fleet.rows.size() / 2].file;
  std::map<std::string, std::vector<const judge::FleetFile*>> by_subject;
  for (const FleetRow& row : fleet.rows)
    for (const judge::Difference& difference : judge::differences(middle.run, row.file->run))
      by_subject[difference.what].push_back(row.file);
  List list;
  for (const auto& [subject, files] : by_subject)
    list.items.push_back(
        fmt::format("{} is not that of {}: {}", subject, middle.name, names_of(files)));
  return list;
}

/// A limit of more than ten times the median says nothing. Three files that differ have such a one.
constexpr double widest_limit = 10;

/// "1.7%", "0.032%" or "450%".
std::string limit_percent(double share) {
  return share < 0.1 ? fmt::format("{:.2g}%", 100 * share) : fmt::format("{:.0f}%", 100 * share);
}

/// "1.7% in all, 2.3% in memory".
std::string limits_text(const judge::Fleet& fleet) {
  std::vector<std::string> texts;
  for (const judge::FleetPart part : judge::fleet_parts) {
    const double limit = fleet.scatter[static_cast<std::size_t>(part)].limit;
    if (limit > 0 && limit < widest_limit)
      texts.push_back(fmt::format("{} {}", limit_percent(limit), where_text(part)));
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string rule_text(const judge::Fleet& fleet) {
  if (fleet.rows.size() < judge::fewest_files)
    return fmt::format("Not compared with other GPUs: {}, and {} or more are needed.",
                       plural(fleet.rows.size(), "file"), judge::fewest_files);
  const std::string limits = limits_text(fleet);
  const std::string scatter = limit_percent(fleet.scatter.front().scatter);
  if (limits.empty())
    return fmt::format("None is named: {} files are too few, as their times scatter by {}.",
                       fleet.rows.size(), scatter);
  return fmt::format(
      "Named: a GPU more than {} from the median of {} files, whose times scatter by {}. At "
      "most one fleet of alike GPUs in {:.0f} has one named by chance. Intervals are over "
      "experiments; memory, link and chip are what limits a result.",
      limits, fleet.rows.size(), scatter, 1 / judge::false_alarms);
}

}  // namespace

Document fleet_page(const judge::Fleet& fleet) {
  Document page;
  if (!fleet.rows.empty()) page.add(Heading{fleet.rows.front().file->device});
  if (fleet.rows.size() >= judge::fewest_files) page.add(table_of(fleet));
  for (const FleetRow& row : fleet.rows)
    if (row.is(Standing::slow) || row.is(Standing::fast)) page.append(details_of(row));
  if (!fleet.left_out.empty())
    page.say(fmt::format(
        "Not compared, without a result of 20 µs or more that more than half of the files have: {}",
        names_of(fleet.left_out)));
  if (fleet.rows.size() >= judge::fewest_files)
    if (List others = differences_of(fleet); !others.items.empty()) page.add(std::move(others));
  page.say(rule_text(fleet));
  return page;
}

}  // namespace tilebridge::pages
