// SPDX-License-Identifier: Apache-2.0
// Pictures of what threads do and what a warp touches, in a page and as a file of their own.
#pragma once

#include <string>

#include "pages/drawing.hpp"
#include "pages/picture.hpp"

namespace tilebridge::html {

/// A table with a cell for each of the drawing's, styled by the page.
std::string drawing_table(const pages::Drawing& drawing);

/// A table with a strip of words for each row, styled by the page.
std::string picture_table(const pages::Picture& picture);

}  // namespace tilebridge::html
