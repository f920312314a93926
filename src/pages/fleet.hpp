// SPDX-License-Identifier: Apache-2.0
// `tilebridge check` of many files: which GPU of a fleet is slower than the others.
#pragma once

#include "judge/fleet.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// A line for each file, the slowest first, and below the table, of those that are named, where
/// they differ most. The files are of one kind of GPU.
Document fleet_page(const judge::Fleet& fleet);

}  // namespace tilebridge::pages
