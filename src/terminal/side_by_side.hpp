// SPDX-License-Identifier: Apache-2.0
// Two models' code side by side.
#pragma once

#include <string>

#include "pages/listing.hpp"
#include "terminal/style.hpp"

namespace tilebridge::terminal {

/// The minimum width for two columns side by side.
constexpr std::size_t two_columns = 160;

/// At most `width` columns (at least 40): both listings with their line numbers and marks, then the
/// meaning of the marks.
std::string side_by_side(const pages::ListingColumn& left, const pages::ListingColumn& right,
                         std::size_t width, Style style);

}  // namespace tilebridge::terminal
