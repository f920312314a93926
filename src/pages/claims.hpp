// SPDX-License-Identifier: Apache-2.0
// `tilebridge claims`: what the documents in documents/ claim, and what result files say of it.
#pragma once

#include "judge/claims.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// The claims, and by device whether its files reproduce them.
Document claims_page(const std::vector<judge::Claim>& claims, const std::vector<Results>& files);
/// Lists what else the documents show or state, and where that is run, checked or stated.
Document items_page(std::vector<judge::Record> items);

/// "32.8×", "91%", "400 … 600 cycles", "≥ 1.1×": this many digits, or all before the point.
std::string figure(double value, std::string_view unit, int digits = 3);
std::string figure(const judge::Range& range, std::string_view unit, int digits = 3);

}  // namespace tilebridge::pages
