// SPDX-License-Identifier: Apache-2.0
// The page shows what the access model says of a variant's kernels: pictures, totals, occupancy.
#pragma once

#include "access/traffic.hpp"
#include "hardware/limits.hpp"
#include "pages/document.hpp"

namespace tilebridge::pages {

/// The request of one warp that stands for a memory instruction in pictures.
struct ShownAccess {
  std::string title;  // "load in, 4 bytes per lane, 32 lanes: block 0, warp 0"
  Memory memory;
  WarpAccess request;
};

/// One per memory instruction: the first warp of the middle block, at its first execution; of the
/// first block if the middle one does not access memory there. Instructions that neither executes
/// are left out.
std::vector<ShownAccess> shown_accesses(std::span<const Kernel> kernels,
                                        const Architecture& on = nvidia());

/// "32 segments, 32 sectors; 128 of 1024 bytes moved are asked for (12.5%); memory moves 2048
/// (6.2%)".
std::string moved_sentence(const WarpAccess& access, const Architecture& on = nvidia());
/// "2 wavefronts; a 2-way bank conflict".
std::string conflict_sentence(const WarpAccess& access, const Architecture& on = nvidia());

/// The rows that a picture shows of many: the first ones and the last.
struct ShownRows {
  std::size_t first;     // how many are shown before the gap; all where nothing is left out
  std::size_t left_out;  // in the gap
};
ShownRows shown_rows(std::size_t count, std::size_t most);

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

/// A picture of each of the shown_accesses().
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
