// SPDX-License-Identifier: Apache-2.0
// A picture of what a warp's instruction touches: lanes → segments and sectors, or banks and
// wavefronts.
#pragma once

#include <string>
#include <vector>

#include "access/warp.hpp"

namespace tilebridge::pages {

/// The use of a word (4 bytes) of memory, or of a bank in one wavefront.
enum class Touch {
  used,   // requested; a bank that serves a word
  moved,  // moved with its sector but not requested
  idle,
};

struct PictureRow {
  std::string label;         // "segment 12", "wavefront 3"
  std::vector<Touch> words;  // 32
  std::string note;          // which lanes

  bool operator==(const PictureRow&) const = default;
};

struct Picture {
  std::string title;
  std::vector<PictureRow> rows;
  std::string summary;

  bool operator==(const Picture&) const = default;
  /// Drawn with characters, below its title: of more than 8 rows, the first ones and the last.
  std::vector<std::string> lines() const;
};

/// One row per 128-byte segment, numbered from the beginning of the array.
Picture picture_of_segments(const WarpAccess& access, std::string title);
/// One row per wavefront: the banks that serve a word in it.
Picture picture_of_banks(const WarpAccess& access, std::string title);

}  // namespace tilebridge::pages
