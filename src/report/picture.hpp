// SPDX-License-Identifier: Apache-2.0
// Draws what a warp's instruction touches: lanes → segments and sectors, or banks and wavefronts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "access/warp.hpp"

namespace tilebridge {

/// A word (4 bytes) of memory, or a bank in one wavefront.
enum class Cell {
  used,   // requested; a bank that serves a word
  moved,  // moved with its sector but not requested
  idle,
};

struct PictureRow {
  std::string label;        // "segment 12", "wavefront 3"
  std::vector<Cell> cells;  // 32, in groups of 8: a sector's words
  std::string note;         // which lanes
};

struct Picture {
  std::string title;
  std::vector<PictureRow> rows;
  std::string summary;
};

/// One row per 128-byte segment, numbered from the beginning of the array.
Picture picture_of_segments(const WarpAccess& access, std::string title);
/// One row per wavefront: the banks that serve a word in it.
Picture picture_of_banks(const WarpAccess& access, std::string title);

/// At most 8 rows are drawn, with a line giving the number left out.
std::string as_text(const Picture& picture);
/// One self-contained SVG file; titles and labels are escaped.
std::string as_svg(std::span<const Picture> pictures);

}  // namespace tilebridge
