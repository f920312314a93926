// SPDX-License-Identifier: Apache-2.0
// Lines of CSV files (RFC 4180).
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace tilebridge::write {

/// The fields are as they are written: texts have gone through csv_field().
inline std::string csv_line(const std::vector<std::string>& fields) {
  return fmt::format("{}\r\n", fmt::join(fields, ","));
}

/// All digits that tell a number from every other.
inline std::string csv_number(double value) { return fmt::format("{}", value); }

/// "" if it is unknown.
inline std::string csv_positive(double value) { return value > 0 ? csv_number(value) : ""; }

}  // namespace tilebridge::write
