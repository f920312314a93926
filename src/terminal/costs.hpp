// SPDX-License-Identifier: Apache-2.0
// The cost list as a terminal shows it.
#pragma once

#include <string>

#include "pages/costs.hpp"

namespace tilebridge::terminal {

std::string costs_text(const pages::CostList& list);
std::string cost_changes_text(const pages::CostChanges& changes);

/// One idiom with what to write instead: where that holds, and the code before and after.
std::string idiom_text(const pages::IdiomCost& idiom);

/// What costs most in a run, below its summary, in lines of 80 columns: the plain kernels that are
/// slowest against native code, with their idioms, and the most expensive idioms; "" if neither is
/// known.
std::string costs_text(const Results& results, const Catalogue& catalogue);

}  // namespace tilebridge::terminal
