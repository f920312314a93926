// SPDX-License-Identifier: Apache-2.0
// The page shows what the hardware counted while cases were profiled.
#pragma once

#include "pages/document.hpp"

namespace tilebridge::pages {

/// A row for every result, below it the access model's prediction, if there is one. The cases that
/// stand together are in one group.
Table counters_table(const Results& results);

/// The table below a legend.
Document counters_page(const Results& results);

}  // namespace tilebridge::pages
