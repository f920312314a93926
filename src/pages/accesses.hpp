// SPDX-License-Identifier: Apache-2.0
// The page shows what the access model says of a variant's kernels: pictures, totals, occupancy.
#pragma once

#include "access/traffic.hpp"
#include "hardware/limits.hpp"
#include "pages/document.hpp"
#include "pages/picture.hpp"

namespace tilebridge::pages {

/// One picture per memory instruction: for the first warp of the middle block, at its first
/// execution; for the first block if the middle one does not access memory there.
std::vector<Picture> pictures_of(std::span<const Kernel> kernels);

/// All requests, a row for each kind that there is.
Table traffic_table(const Traffic& traffic);

/// "32 bytes move between L1 and the warps; 2049 passes through L1 and shared memory".
std::string moved_text(const Traffic& traffic);

/// "64 blocks of 256 threads", a line for each kernel.
std::vector<std::string> launch_lines(std::span<const Kernel> kernels);

/// How many blocks fit on an SM, what limits them, and how many registers per thread keep it that
/// way: a sentence for each kernel.
std::vector<std::string> occupancy_sentences(std::span<const Kernel> kernels, const Limits& limits);

}  // namespace tilebridge::pages
