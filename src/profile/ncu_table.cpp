// SPDX-License-Identifier: Apache-2.0
#include "profile/ncu_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <span>
#include <utility>

#include "base/text.hpp"
#include "profile/csv.hpp"

namespace tilebridge::profile {
namespace {

constexpr std::string_view remedy =
    "; write the table again with LC_ALL=C ncu … --csv --page raw --print-units base";

/// A value of a launch, as it is written.
struct Value {
  std::size_t launch;
  std::size_t line;
  std::string metric, unit, text;

  std::string where() const {
    return fmt::format("line {}, {}: '{}'", line, one_printable_line(metric, 100),
                       one_printable_line(text, 40));
  }
};

struct Table {
  std::vector<NcuLaunch> launches;
  std::vector<Value> values;
};

bool is_metric(const std::string& column) { return column.find("__") != std::string::npos; }

bool begins_table(const CsvRow& row) {
  return row.fields.front() == "ID" && std::ranges::any_of(row.fields, [](const auto& column) {
           return column == "Kernel Name" || column.find("_Range") != std::string::npos ||
                  is_metric(column);
         });
}

/// Whether a row below the names is of the table, and not of what the program wrote.
bool continues_table(const CsvRow& row) {
  const std::string& id = row.fields.front();
  return row.fields.size() > 1 && (id.empty() || (id.front() >= '0' && id.front() <= '9'));
}

/// The value of a metric, without the values of its instances: 7 of "7 (3; 4)".
std::string value_in(const std::string& field) { return field.substr(0, field.find(" (")); }

/// A name by which ncu's page "details" shows a metric in one of its sections.
struct Label {
  std::string_view label, unit, metric;
};
constexpr std::array<Label, 12> labels = {
    {{"Duration", "", "gpu__time_duration.sum"},
     {"Memory Throughput", "%", "gpu__compute_memory_throughput.avg.pct_of_peak_sustained_elapsed"},
     {"Executed Instructions", "inst", "smsp__inst_executed.sum"},
     {"Achieved Occupancy", "%", "sm__warps_active.avg.pct_of_peak_sustained_active"},
     {"Registers Per Thread", "", "launch__registers_per_thread"},
     {"Static Shared Memory Per Block", "", "launch__shared_mem_per_block_static"},
     {"Dynamic Shared Memory Per Block", "", "launch__shared_mem_per_block_dynamic"},
     {"Grid Size", "", "launch__grid_size"},
     {"Block Size", "", "launch__block_size"},
     {"Block Limit SM", "", "launch__occupancy_limit_blocks"},
     {"Block Limit Registers", "", "launch__occupancy_limit_registers"},
     {"Block Limit Warps", "", "launch__occupancy_limit_warps"}}};

std::string metric_named(const std::string& name, const std::string& unit) {
  for (const Label& known : labels)
    if (known.label == name && (known.unit.empty() || known.unit == unit))
      return std::string(known.metric);
  return name;
}

NcuLaunch launch_in(const CsvRow& row, const CsvRow& names) {
  NcuLaunch launch = {.kernel = field_of(row, names, "Kernel Name"), .ranges = "", .counters = {}};
  launch.counters.kernels = 1;
  for (std::size_t i = 0; i < std::min(row.fields.size(), names.fields.size()); ++i)
    if (names.fields[i].find("Push/Pop_Range") != std::string::npos) launch.ranges = row.fields[i];
  return launch;
}

/// A row for each launch; units are in the row without a number.
Table raw_table(std::span<const CsvRow> rows) {
  const CsvRow& names = rows.front();
  Table table;
  const CsvRow no_units;
  const bool has_units = rows.size() > 1 && rows[1].fields.front().empty();
  const CsvRow& units = has_units ? rows[1] : no_units;
  for (const CsvRow& row : rows.subspan(has_units ? 2 : 1)) {
    for (std::size_t i = 1; i < std::min(row.fields.size(), names.fields.size()); ++i)
      if (is_metric(names.fields[i]))
        table.values.push_back({table.launches.size(), row.line, names.fields[i],
                                i < units.fields.size() ? units.fields[i] : "",
                                value_in(row.fields[i])});
    table.launches.push_back(launch_in(row, names));
  }
  return table;
}

/// A row for each metric of a launch.
Table details_table(std::span<const CsvRow> rows) {
  const CsvRow& names = rows.front();
  Table table;
  std::map<std::vector<std::string>, std::size_t> known;
  for (const CsvRow& row : rows.subspan(1)) {
    std::vector<std::string> launch;
    for (const auto& column : {"ID", "Process ID", "Host Name", "Device", "Kernel Name"})
      launch.push_back(field_of(row, names, column));
    const auto [found, is_new] = known.try_emplace(launch, table.launches.size());
    if (is_new) table.launches.push_back(launch_in(row, names));
    const std::string unit = field_of(row, names, "Metric Unit");
    table.values.push_back({found->second, row.line,
                            metric_named(field_of(row, names, "Metric Name"), unit), unit,
                            value_in(field_of(row, names, "Metric Value"))});
  }
  return table;
}

Table table_of(std::span<const CsvRow> rows) {
  const auto& names = rows.front().fields;
  const bool is_details = std::ranges::find(names, "Metric Value") != names.end();
  return is_details ? details_table(rows) : raw_table(rows);
}

const CounterInfo* counter_of(const std::string& metric) {
  const auto found = std::ranges::find(counter_infos(), metric, &CounterInfo::metric);
  return metric.empty() || found == counter_infos().end() ? nullptr : &*found;
}

/// Whether ncu says that there is no number.
bool is_absent(std::string_view text) {
  constexpr std::string_view warning = "(!) ";
  if (text.starts_with(warning)) text.remove_prefix(warning.size());
  constexpr std::array<std::string_view, 6> words = {"", "n/a", "nan", "-nan", "inf", "no data"};
  return std::ranges::find(words, text) != words.end();
}

/// A number and the unit that its name begins with: {1e6, "byte"} of "Mbyte/block".
std::pair<double, std::string_view> scale_of(std::string_view unit) {
  unit = unit.substr(0, unit.find('/'));
  constexpr std::array<std::pair<std::string_view, double>, 9> times = {{{"ns", 1},
                                                                         {"nsecond", 1},
                                                                         {"us", 1e3},
                                                                         {"usecond", 1e3},
                                                                         {"ms", 1e6},
                                                                         {"msecond", 1e6},
                                                                         {"s", 1e9},
                                                                         {"sec", 1e9},
                                                                         {"second", 1e9}}};
  for (const auto& [name, nanoseconds] : times)
    if (unit == name) return {nanoseconds, "ns"};
  constexpr std::array<std::pair<char, double>, 5> prefixes = {
      {{'K', 1e3}, {'k', 1e3}, {'M', 1e6}, {'G', 1e9}, {'T', 1e12}}};
  for (const auto& [prefix, factor] : prefixes)
    if (unit.starts_with(prefix)) return {factor, unit.substr(1)};
  return {1, unit};
}

/// The unit that a counter has in result files; "" for counts and shares, which have several names.
std::string_view unit_of(Counter counter) {
  switch (counter) {
    case Counter::duration_ns:
      return "ns";
    case Counter::dram_bytes_read:
    case Counter::dram_bytes_written:
    case Counter::static_shared_bytes_per_block:
    case Counter::dynamic_shared_bytes_per_block:
      return "byte";
    default:
      return "";
  }
}

/// Throws UnreadableTable for a unit that is not one of the counter's.
double factor_of(const Value& value, Counter counter) {
  constexpr std::array<std::string_view, 13> countable = {
      "",     "%",        "inst", "sector",  "byte",  "block",    "thread",
      "warp", "register", "pass", "request", "cycle", "wavefront"};
  const auto [factor, unit] = scale_of(value.unit);
  const std::string_view needed = unit_of(counter);
  const bool is_known =
      needed.empty() ? std::ranges::find(countable, unit) != countable.end() : unit == needed;
  if (is_known) return factor;
  const std::string what = value.unit.empty()
                               ? "no unit"
                               : fmt::format("the unit '{}'", one_printable_line(value.unit, 40));
  throw UnreadableTable(fmt::format("{} has {}{}", value.where(), what, remedy));
}

Quantity quantity_of(const Value& value) {
  const CounterInfo* info = counter_of(value.metric);
  const bool is_scaled = scale_of(value.unit).first != 1;
  return info == nullptr || info->combine == Combine::mean || is_scaled ? Quantity::any
                                                                        : Quantity::whole;
}

/// The decimal mark that the values show; none if none of them tells. Throws UnreadableTable if
/// some show one and some the other.
std::optional<DecimalMark> mark_in(const std::vector<Value>& values) {
  std::map<DecimalMark, const Value*> shown;
  for (const Value& value : values)
    if (!value.metric.starts_with("device__attribute"))
      if (const auto mark = mark_of(value.text, quantity_of(value))) shown.emplace(*mark, &value);
  if (shown.size() > 1)
    throw UnreadableTable(fmt::format("{} has a decimal point, but {} a decimal comma{}",
                                      shown[DecimalMark::point]->where(),
                                      shown[DecimalMark::comma]->where(), remedy));
  return shown.empty() ? std::nullopt : std::optional(shown.begin()->first);
}

/// Throws UnreadableTable for what is no count.
double number_in(const Value& value, std::optional<DecimalMark> mark) {
  constexpr double most = 1e20;
  const auto point = read_number(value.text, DecimalMark::point);
  const auto comma = read_number(value.text, DecimalMark::comma);
  if (!mark && point && comma && *point != *comma)
    throw UnreadableTable(fmt::format("{} is {} or {}, and no other number tells which{}",
                                      value.where(), *point, *comma, remedy));
  const auto number = mark == DecimalMark::comma ? comma : point;
  if (!number || *number < 0 || *number > most)
    throw UnreadableTable(fmt::format("{} is no count{}", value.where(), remedy));
  return *number;
}

std::vector<NcuLaunch> launches_of(Table table) {
  const auto mark = mark_in(table.values);
  for (const Value& value : table.values) {
    const CounterInfo* info = counter_of(value.metric);
    if (info == nullptr || is_absent(value.text)) continue;
    table.launches[value.launch].counters.values[info->counter] =
        number_in(value, mark) * factor_of(value, info->counter);
  }
  return std::move(table.launches);
}

/// The rows of `output` from the first table on, without the messages among them.
std::vector<CsvRow> rows_in(std::string_view output) {
  std::vector<CsvRow> rows = csv_rows(output, Quotes::doubled_or_not);
  const auto begin = std::ranges::find_if(rows, begins_table);
  rows.erase(rows.begin(), begin);
  std::erase_if(rows,
                [](const CsvRow& row) { return !begins_table(row) && !continues_table(row); });
  return rows;
}

}  // namespace

std::vector<NcuLaunch> read_ncu_tables(std::string_view output) {
  const std::vector<CsvRow> rows = rows_in(output);
  std::vector<NcuLaunch> launches;
  for (auto begin = rows.begin(); begin != rows.end();) {
    const auto end = std::find_if(begin + 1, rows.end(), begins_table);
    std::ranges::move(launches_of(table_of({begin, end})), std::back_inserter(launches));
    begin = end;
  }
  return launches;
}

bool has_ncu_table(std::string_view output) { return !rows_in(output).empty(); }

}  // namespace tilebridge::profile
