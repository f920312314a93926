// SPDX-License-Identifier: Apache-2.0
// What a warp's instruction touches, drawn: lanes → segments and sectors, or banks and wavefronts.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "access/warp.hpp"

namespace tilebridge {

/// A word (4 bytes) of memory, or a bank in one wavefront.
enum class Cell {
  used,   // asked for; a bank that serves a word
  moved,  // comes along with its sector, asked for by nobody
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

/// A row for each 128-byte segment, numbered from the array's beginning.
Picture picture_of_segments(const WarpAccess& access, std::string title);
/// A row for each wavefront: the banks that serve a word in it.
Picture picture_of_banks(const WarpAccess& access, std::string title);

/// At most 8 rows are drawn, with a line that counts those left out.
std::string as_text(const Picture& picture);
/// One SVG file that needs nothing else; titles and labels are escaped.
std::string as_svg(std::span<const Picture> pictures);

}  // namespace tilebridge
