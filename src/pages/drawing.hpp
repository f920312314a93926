// SPDX-License-Identifier: Apache-2.0
// A sketch of what threads do, drawn with characters. Long rows have the cells at both ends, and
// "…" in a cell between them.
#pragma once

#include "catalogue/experiment.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// Each lane's source at each step, and its value where lanes add.
Figure drawing_of(const Exchange& exchange);
/// One character per element.
Figure drawing_of(const TileWithHalo& tile);
/// Draws the variant's sketch, if it has one.
std::optional<Figure> drawing_of(const Variant& variant);

}  // namespace tilebridge::pages
