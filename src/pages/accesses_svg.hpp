// SPDX-License-Identifier: Apache-2.0
// Draws what a warp accesses: the picture that `tilebridge explain` prints with characters, as SVG.
#pragma once

#include "pages/explain.hpp"
#include "pages/svg_elements.hpp"

namespace tilebridge::pages {

/// An SVG element with a panel for each memory instruction of the parts. In global memory lanes are
/// joined by lines to the bytes that they ask for, in rows of a cache line; in shared memory words
/// and wavefronts are in columns of a bank. Below each panel is the sentence of the text. `label`
/// names the variant and its case. "" if the parts access nothing. `canvas` is wide or narrow.
std::string accesses_svg(std::string_view label, std::span<const Part> parts,
                         const Architecture& on = nvidia(), Canvas canvas = Canvas::wide);

}  // namespace tilebridge::pages
