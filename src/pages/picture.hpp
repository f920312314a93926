// SPDX-License-Identifier: Apache-2.0
// A picture of what a warp's instruction touches, drawn with characters: lanes → segments and
// sectors, or banks and wavefronts.
#pragma once

#include <string>

#include "access/warp.hpp"

namespace tilebridge::pages {

/// Lines: a title, rows of 32 words of 4 bytes (█ requested, ░ moved with its sector but not
/// requested, · idle), of more than 8 the first ones and the last, and a summary. Empty without
/// rows.
using Picture = std::vector<std::string>;

/// One row per 128-byte segment, numbered from the beginning of the array.
Picture picture_of_segments(const WarpAccess& access, const std::string& title);
/// One row per wavefront: the banks that serve a word in it.
Picture picture_of_banks(const WarpAccess& access, const std::string& title);

}  // namespace tilebridge::pages
