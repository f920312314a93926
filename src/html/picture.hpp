// SPDX-License-Identifier: Apache-2.0
// Pictures of what a warp touches, in a page and as a file of their own.
#pragma once

#include <span>
#include <string>

#include "view/picture.hpp"

namespace tilebridge::html {

/// One self-contained SVG file; titles and labels are escaped.
std::string picture_svg(std::span<const view::Picture> pictures);

/// A table with a strip of words for each row, styled by the page.
std::string picture_table(const view::Picture& picture);

}  // namespace tilebridge::html
