// SPDX-License-Identifier: Apache-2.0
#include "profile/rocprof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"

namespace tilebridge::profile {
namespace {

using CsvRow = std::vector<std::string>;

/// The rows of a file whose fields may be quoted: kernels' names have commas in them. A quote
/// inside quotes is doubled.
std::vector<CsvRow> rows_of(std::string_view csv) {
  std::vector<CsvRow> rows;
  bool is_quoted = false;
  CsvRow row;
  std::string field;
  const auto end_field = [&] { row.push_back(std::exchange(field, {})); };
  const auto end_row = [&] {
    if (row.empty() && field.empty()) return;
    end_field();
    rows.push_back(std::exchange(row, {}));
  };
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    if (c == '"' && is_quoted && csv.substr(i + 1, 1) == "\"")
      field += csv[++i];
    else if (c == '"')
      is_quoted = !is_quoted;
    else if (c == ',' && !is_quoted)
      end_field();
    else if (c == '\n' && !is_quoted)
      end_row();
    else if (c != '\r' || is_quoted)
      field += c;
  }
  end_row();
  return rows;
}

/// A row, by the names of the file's columns.
class Named {
 public:
  Named(const CsvRow& names, const CsvRow& row) : names_(names), row_(row) {}

  std::string text(std::string_view name) const {
    const auto at = static_cast<std::size_t>(std::ranges::find(names_, name) - names_.begin());
    return at < row_.size() ? row_[at] : "";
  }
  /// 0 where the column is missing, or is no number.
  double number(std::string_view name) const {
    return parse_number<double>(text(name)).value_or(0);
  }

 private:
  const CsvRow& names_;
  const CsvRow& row_;
};

Dispatch dispatch_of(std::uint64_t id, const Named& row) {
  Dispatch dispatch;
  dispatch.id = id;
  dispatch.kernel = row.text("Kernel_Name");
  dispatch.threads = static_cast<std::uint64_t>(row.number("Grid_Size"));
  dispatch.block_threads = static_cast<int>(row.number("Workgroup_Size"));
  dispatch.lds_bytes = static_cast<std::int64_t>(row.number("LDS_Block_Size"));
  dispatch.vector_registers = static_cast<int>(row.number("VGPR_Count"));
  const auto begin = parse_number<std::uint64_t>(row.text("Start_Timestamp"));
  const auto end = parse_number<std::uint64_t>(row.text("End_Timestamp"));
  if (begin && end && *end >= *begin) dispatch.nanoseconds = static_cast<double>(*end - *begin);
  return dispatch;
}

}  // namespace

std::vector<Dispatch> read_rocprof_counters(std::string_view csv) {
  const std::vector<CsvRow> rows = rows_of(csv);
  if (rows.empty() || std::ranges::find(rows.front(), "Counter_Name") == rows.front().end())
    throw UsageError("no file of rocprofv3's counters: it has no column Counter_Name");
  std::map<std::uint64_t, Dispatch> dispatches;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const Named row(rows.front(), rows[i]);
    const auto id = parse_number<std::uint64_t>(row.text("Dispatch_Id"));
    const auto value = parse_number<double>(row.text("Counter_Value"));
    if (!id || !value) throw UsageError(fmt::format("line {} has no dispatch or no count", i + 1));
    const auto found = dispatches.try_emplace(*id, dispatch_of(*id, row)).first;
    found->second.counters[row.text("Counter_Name")] += *value;
  }
  std::vector<Dispatch> sorted;
  for (auto& [id, dispatch] : dispatches) sorted.push_back(std::move(dispatch));
  return sorted;
}

std::optional<double> conflict_cycles_per_lds_instruction(const Dispatch& dispatch) {
  const auto cycles = dispatch.counters.find("SQ_LDS_BANK_CONFLICT");
  const auto instructions = dispatch.counters.find("SQ_INSTS_LDS");
  const bool has_both = cycles != dispatch.counters.end() &&
                        instructions != dispatch.counters.end() && instructions->second > 0;
  return has_both ? std::optional(cycles->second / instructions->second) : std::nullopt;
}

}  // namespace tilebridge::profile
