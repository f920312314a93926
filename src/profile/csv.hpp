// SPDX-License-Identifier: Apache-2.0
// Comma-separated values as Nsight Compute writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tilebridge {

using CsvRow = std::vector<std::string>;

/// Fields may stand in quotes, with "" for a quote in them; a quote that is not doubled and no
/// field's end is kept (Nsight Compute does not double the quotes of a range's name). Every newline
/// ends a row.
std::vector<CsvRow> read_csv(std::string_view text);

}  // namespace tilebridge
