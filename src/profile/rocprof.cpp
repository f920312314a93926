// SPDX-License-Identifier: Apache-2.0
#include "profile/rocprof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "profile/csv.hpp"

namespace tilebridge::profile {
namespace {

constexpr std::string_view counter_column = "Counter_Name";

bool begins_file(const CsvRow& row) {
  return std::ranges::find(row.fields, counter_column) != row.fields.end();
}

/// A row, by the names of the file's columns.
class Named {
 public:
  /// Throws UsageError if the row was cut off.
  Named(const CsvRow& names, const CsvRow& row) : names_(names), row_(row) {
    if (row.fields.size() != names.fields.size())
      throw UsageError(fmt::format("line {} has {} fields, and the file has {} columns", row.line,
                                   row.fields.size(), names.fields.size()));
  }

  std::string text(std::string_view name) const { return field_of(row_, names_, name); }

  /// 0 where the column is missing or empty. Throws UsageError for what is no number from 0.
  template <class Number>
  Number number(std::string_view name) const {
    return text(name).empty() ? Number{} : required<Number>(name);
  }

  /// Throws UsageError for what is no number from 0, or more than 64 bits hold.
  template <class Number>
  Number required(std::string_view name) const {
    constexpr double most = 18446744073709551616.0;
    const auto value = parse_number<Number>(text(name));
    if (!value || *value < Number{} || static_cast<double>(*value) > most)
      throw UsageError(fmt::format("line {}: {} must be a count; it is '{}'", row_.line, name,
                                   one_printable_line(text(name), 40)));
    return *value;
  }

  /// 0 where the file has no timestamps. Throws UsageError if the dispatch ends before it begins.
  double nanoseconds() const {
    const auto begin = number<std::uint64_t>("Start_Timestamp");
    const auto end = number<std::uint64_t>("End_Timestamp");
    if (end >= begin) return static_cast<double>(end - begin);
    throw UsageError(fmt::format("line {}: End_Timestamp is before Start_Timestamp", row_.line));
  }

 private:
  const CsvRow& names_;
  const CsvRow& row_;
};

Dispatch dispatch_of(const Named& row) {
  Dispatch dispatch;
  dispatch.id = row.required<std::uint64_t>("Dispatch_Id");
  dispatch.kernel = row.text("Kernel_Name");
  dispatch.threads = row.number<std::uint64_t>("Grid_Size");
  dispatch.block_threads = row.number<int>("Workgroup_Size");
  dispatch.lds_bytes = row.number<std::int64_t>("LDS_Block_Size");
  dispatch.vector_registers = row.number<int>("VGPR_Count");
  dispatch.nanoseconds = row.nanoseconds();
  return dispatch;
}

/// The fields that tell one dispatch from another: every process counts its dispatches from 1.
std::vector<std::string> identity_of(const Named& row) {
  std::vector<std::string> identity;
  for (const auto* column : {"Process_Id", "Agent_Id", "Queue_Id", "Dispatch_Id", "Kernel_Name",
                             "Grid_Size", "Start_Timestamp", "End_Timestamp"})
    identity.push_back(row.text(column));
  return identity;
}

/// The dispatches of one file, the first row of which has its names.
std::vector<Dispatch> dispatches_in(std::span<const CsvRow> rows) {
  std::map<std::vector<std::string>, Dispatch> dispatches;
  for (const CsvRow& fields : rows.subspan(1)) {
    const Named row(rows.front(), fields);
    Dispatch& dispatch = dispatches.try_emplace(identity_of(row), dispatch_of(row)).first->second;
    dispatch.counters[row.text(counter_column)] += row.required<double>("Counter_Value");
  }
  std::vector<Dispatch> sorted;
  for (auto& [identity, dispatch] : dispatches) sorted.push_back(std::move(dispatch));
  std::ranges::stable_sort(sorted, {}, &Dispatch::id);
  return sorted;
}

}  // namespace

bool is_rocprof_file(std::string_view csv) {
  const std::vector<CsvRow> rows = csv_rows(csv.substr(0, csv.find_first_of("\r\n")));
  return !rows.empty() && begins_file(rows.front());
}

std::vector<Dispatch> read_rocprof_counters(std::string_view csv) {
  const std::vector<CsvRow> rows = csv_rows(csv);
  if (rows.empty() || !begins_file(rows.front()))
    throw UsageError("no file of rocprofv3's counters: it has no column Counter_Name");
  std::vector<Dispatch> dispatches;
  for (auto begin = rows.begin(); begin != rows.end();) {
    const auto end = std::find_if(begin + 1, rows.end(), begins_file);
    std::ranges::move(dispatches_in({begin, end}), std::back_inserter(dispatches));
    begin = end;
  }
  if (dispatches.empty())
    throw UsageError("it has no dispatch; rocprofv3 writes none if the device lacks a counter");
  return dispatches;
}

std::optional<double> conflict_cycles_per_lds_instruction(const Dispatch& dispatch) {
  const auto cycles = dispatch.counters.find("SQ_LDS_BANK_CONFLICT");
  const auto instructions = dispatch.counters.find("SQ_INSTS_LDS");
  const bool has_both = cycles != dispatch.counters.end() &&
                        instructions != dispatch.counters.end() && instructions->second > 0;
  return has_both ? std::optional(cycles->second / instructions->second) : std::nullopt;
}

}  // namespace tilebridge::profile
