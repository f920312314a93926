// SPDX-License-Identifier: Apache-2.0
// The price list as a terminal shows it.
#pragma once

#include <string>

#include "view/prices.hpp"

namespace tilebridge::terminal {

std::string prices_text(const view::PriceList& list);
std::string price_changes_text(const view::PriceChanges& changes);

/// One habit with what to write instead: where that holds, and the code before and after.
std::string idiom_text(const view::PricedHabit& habit);

/// What costs most in a run, below its summary, in lines of 80 columns: the plain kernels that are
/// slowest against native code, with their habits, and the most expensive habits; "" if neither is
/// known.
std::string costs_text(const Results& results, const Catalogue& catalogue);

}  // namespace tilebridge::terminal
