// SPDX-License-Identifier: Apache-2.0
// Charts and pictures as SVG: complete elements, which are files of their own too.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "pages/drawing.hpp"
#include "pages/picture.hpp"
#include "pages/plot.hpp"

namespace tilebridge::pages {

/// Without colours, which the web page's style has; "" for an empty plot.
std::string plot_svg(const Plot& plot);

/// What threads do and what a warp touches.
std::string picture_svg(const std::optional<Drawing>& drawing, std::span<const Picture> pictures);

}  // namespace tilebridge::pages
