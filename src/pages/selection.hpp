// SPDX-License-Identifier: Apache-2.0
// The cases of result files that a user asks for.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "pages/report.hpp"

namespace tilebridge::pages {

/// Keeps the cases that any of `names` chooses: "transpose", "transpose/padded_tile", "tiling", or
/// a pair of the user's own. Throws UsageError for a name that is unknown, or of which no file has
/// a case.
void keep_named(std::span<ReportFile> files, const std::vector<std::string>& names,
                const Catalogue& catalogue);

/// Keeps the `count` cases in which Kokkos is slowest compared with native code, the slowest first.
void keep_slowest(Results& results, std::size_t count);

}  // namespace tilebridge::pages
