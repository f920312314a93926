// SPDX-License-Identifier: Apache-2.0
// Results as lines of text for programs that search a job's output: docs/centre.md, "Lines for
// other programs".
#pragma once

#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "judge/cells.hpp"

namespace tilebridge::pages {

/// A line for each kernel of each case of the catalogue that has a time or is invalid:
///
///     transpose/tile kokkos loops: 0.538 [0.537, 0.539] of cuda, 1132.046 us, rows=16384
///     cache=cold
///
/// The ratio is left out where nothing is compared; of what failed validation there is the word
/// "invalid" in place of both. Names have no spaces, numbers no unit but us, and no separators.
std::vector<std::string> kernel_lines(const judge::Cells& cells, const Catalogue& catalogue);

}  // namespace tilebridge::pages
