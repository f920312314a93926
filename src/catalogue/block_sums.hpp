// SPDX-License-Identifier: Apache-2.0
// The accesses of sums over a block, for the access model. A value has `bytes`
// bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::block_sums {

constexpr int block_size = 256;

/// One value per thread in shared memory, summed as a tree; thread 0 gets the sum.
std::vector<Access> tree(int bytes);
/// One warp adds the last 32 sums.
std::vector<Access> unrolled(int bytes);
/// Sums by shuffles within warps, and through shared memory across the warps' sums.
std::vector<Access> shuffle(int bytes);
/// Sums by shuffles in native code, and by the team's own reduction in Kokkos.
std::vector<Access> by_shuffles(const Model& model, int bytes);

/// Thread 0 alone, in block b at byte b · stride.
Address by_first_thread(std::int64_t stride = 0);

/// Appends `more`.
void append(std::vector<Access>& accesses, const std::vector<Access>& more);

}  // namespace tilebridge::block_sums
