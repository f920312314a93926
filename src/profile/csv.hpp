// SPDX-License-Identifier: Apache-2.0
// Tables in text that other programs wrote.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tilebridge::profile {

struct CsvRow {
  std::size_t line = 0;  // of the file, from 1, on which it begins
  std::vector<std::string> fields = {};
};

/// How quotes inside a quoted field are written.
enum class Quotes {
  doubled,
  doubled_or_not,  // ncu, which quotes every field: one ends where the next or the next line begins
};

/// The rows with at least one field. Lines end with LF, CR LF or CR; a byte-order mark is skipped.
/// A quoted field of Quotes::doubled may extend over several lines. A field that the end of the
/// text cuts off is empty. Throws UsageError for text in UTF-16.
std::vector<CsvRow> csv_rows(std::string_view text, Quotes quotes = Quotes::doubled);

/// The field of the column named `name`; "" if there is no such column or the row is too short.
std::string field_of(const CsvRow& row, const CsvRow& names, std::string_view name);

}  // namespace tilebridge::profile
