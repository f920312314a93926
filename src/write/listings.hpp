// SPDX-License-Identifier: Apache-2.0
// Listings of code for a terminal.
#pragma once

#include <string>

#include "write/text.hpp"

namespace tilebridge::write {

/// Two listings side by side where there is room for both, with lines of equal marks at the same
/// height; else one below the other.
std::string listings_text(const pages::Code& code, Style style);

}  // namespace tilebridge::write
