// SPDX-License-Identifier: Apache-2.0
// The price list as a terminal shows it.
#pragma once

#include <string>

#include "view/prices.hpp"

namespace tilebridge::terminal {

std::string prices_text(const view::PriceList& list);
std::string price_changes_text(const view::PriceChanges& changes);

/// The dearest habits of a run, below its summary; "" if none was measured.
std::string dearest_text(const view::PriceList& list);

}  // namespace tilebridge::terminal
