// SPDX-License-Identifier: Apache-2.0
// Comma-separated values as Nsight Compute writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilebridge::profile {

using CsvRow = std::vector<std::string>;

/// Fields may be quoted, with "" for a quote inside; a quote that is neither doubled nor at the end
/// of a field is kept (Nsight Compute does not double the quotes of a range's name). Every newline
/// ends a row.
std::vector<CsvRow> read_csv(std::string_view text);

}  // namespace tilebridge::profile
