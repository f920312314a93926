// SPDX-License-Identifier: Apache-2.0
// Pictures of what threads do and what a warp touches, in a page and as a file of their own.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "view/drawing.hpp"
#include "view/picture.hpp"

namespace tilebridge::html {

/// One self-contained SVG file; titles and labels are escaped.
std::string picture_svg(const std::optional<view::Drawing>& drawing,
                        std::span<const view::Picture> pictures);

/// A table with a cell for each of the drawing's, styled by the page.
std::string drawing_table(const view::Drawing& drawing);

/// A table with a strip of words for each row, styled by the page.
std::string picture_table(const view::Picture& picture);

}  // namespace tilebridge::html
