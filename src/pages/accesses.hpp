// SPDX-License-Identifier: Apache-2.0
// The page shows what the access model says of a variant's kernels: pictures, totals, occupancy.
#pragma once

#include "access/traffic.hpp"
#include "hardware/limits.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// A picture of what a warp's instruction touches, drawn with characters. Lines: a title, rows of
/// 32 words of 4 bytes (█ requested, ░ moved with its sector but not requested, · idle), of more
/// than 8 the first ones and the last, and a summary. Empty without rows.
using Picture = std::vector<std::string>;

/// One row per cache line, numbered from the beginning of the array.
Picture picture_of_segments(const WarpAccess& access, const std::string& title,
                            const Architecture& on = nvidia());
/// One row per pass through shared memory: the banks that serve a word in it.
Picture picture_of_banks(const WarpAccess& access, const std::string& title,
                         const Architecture& on = nvidia());

/// One picture per memory instruction: for the first warp of the middle block, at its first
/// execution; for the first block if the middle one does not access memory there.
std::vector<Picture> pictures_of(std::span<const Kernel> kernels,
                                 const Architecture& on = nvidia());

/// All requests, a row for each kind that there is.
Table traffic_table(const Traffic& traffic, const Architecture& on = nvidia());

/// "32 bytes move between L1 and the warps; 2049 passes through L1 and shared memory". On AMD's
/// GPUs, whose L1 and LDS are apart, each is counted by itself.
std::string moved_text(const Traffic& traffic, const Architecture& on = nvidia());

/// "The model of gfx942 is from AMD's documents …"; "" if it leaves out nothing.
std::string unknown_text(const Architecture& on);

/// "64 blocks of 256 threads".
std::string launch_line(const Kernel& kernel);

/// Says how many blocks fit on an SM, what limits them, and how many registers per thread keep it
/// that way.
std::string occupancy_sentence(const Kernel& kernel, const Limits& limits);

}  // namespace tilebridge::pages
