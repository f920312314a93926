// SPDX-License-Identifier: Apache-2.0
// The price list as JSON.
#pragma once

#include <string>

#include "view/prices.hpp"

namespace tilebridge::exports {

/// {"device": …, "habits": [{"habit", "written", "instead", "holds_if", "code_before",
/// "code_after", "matters", "cost", "interval", "case", "with": {"5.0.2": …}}]}; costs as in the
/// text, absent where nothing was measured; "with" has those with the other Kokkos of the run.
std::string prices_json(const view::PriceList& list);
/// {"before": …, "after": …, "changes": [{"habit", "written", "before", "after", "change",
/// "certain"}]}.
std::string price_changes_json(const view::PriceChanges& changes);

}  // namespace tilebridge::exports
