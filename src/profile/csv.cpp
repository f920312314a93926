// SPDX-License-Identifier: Apache-2.0
#include "profile/csv.hpp"

#include <algorithm>

namespace tilebridge::profile {
namespace {

/// Removes a quoted field from `line`, whose first character is the opening quote.
std::string take_quoted(std::string_view& line) {
  std::string field;
  line.remove_prefix(1);
  while (!line.empty()) {
    const bool doubled = line.starts_with("\"\"");
    const bool closing = line == "\"" || line.starts_with("\",");
    if (!closing) field += line.front();
    line.remove_prefix(doubled ? 2 : 1);
    if (closing) break;
  }
  return field;
}

std::string take_plain(std::string_view& line) {
  std::string field(line.substr(0, line.find(',')));
  line.remove_prefix(field.size());
  return field;
}

CsvRow read_row(std::string_view line) {
  CsvRow row;
  while (true) {
    row.push_back(line.starts_with('"') ? take_quoted(line) : take_plain(line));
    if (line.empty()) return row;
    line.remove_prefix(1);  // the comma
  }
}

}  // namespace

std::vector<CsvRow> read_csv(std::string_view text) {
  std::vector<CsvRow> rows;
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (!line.empty()) rows.push_back(read_row(line));
  }
  return rows;
}

}  // namespace tilebridge::profile
