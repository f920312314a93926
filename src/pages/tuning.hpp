// SPDX-License-Identifier: Apache-2.0
// The page of `tilebridge tune`: what the default settings cost, and which to take instead.
#pragma once

#include "catalogue/catalogue.hpp"
#include "pages/document.hpp"
#include "results/tuning.hpp"

namespace tilebridge::pages {

Document tuning_page(const TuningResults& results, const Catalogue& catalogue);

}  // namespace tilebridge::pages
