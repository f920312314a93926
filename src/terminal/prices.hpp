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

/// The plain kernels of a run that are slowest against native code, with the habits that they have;
/// "" if there are none.
std::string slowest_text(const std::vector<view::SlowKernel>& kernels);

}  // namespace tilebridge::terminal
