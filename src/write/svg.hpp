// SPDX-License-Identifier: Apache-2.0
// Charts and pictures as SVG.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pages/drawing.hpp"
#include "pages/picture.hpp"
#include "pages/plot.hpp"

namespace tilebridge::write {

/// An <svg> element that the page's style colours; "" for an empty plot.
std::string plot_svg(const pages::Plot& plot);

/// A row of a picture as an <svg> element, likewise.
std::string words_svg(const std::vector<pages::Touch>& words);

/// One self-contained file.
std::string picture_file(const std::optional<pages::Drawing>& drawing,
                         std::span<const pages::Picture> pictures);

}  // namespace tilebridge::write
