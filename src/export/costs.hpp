// SPDX-License-Identifier: Apache-2.0
// The cost list as JSON.
#pragma once

#include <string>

#include "pages/costs.hpp"

namespace tilebridge::exports {

/// {"device": …, "idioms": [{"idiom", "written", "instead", "holds_if", "code_before",
/// "code_after", "matters", "cost", "interval", "case", "with": {"5.0.2": …}}]}; costs as in the
/// text, absent where nothing was measured; "with" has those with the other Kokkos of the run.
std::string costs_json(const pages::CostList& list);
/// {"before": …, "after": …, "changes": [{"idiom", "written", "before", "after", "change",
/// "certain"}]}.
std::string cost_changes_json(const pages::CostChanges& changes);

}  // namespace tilebridge::exports
