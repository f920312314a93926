// SPDX-License-Identifier: Apache-2.0
// The accesses of sums over a block, for the access model.
#pragma once

#include <cstdint>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::block_sums {

constexpr int block_size = 256;

/// How the 256 threads of a block sum their values of `bytes` bytes; thread 0 gets the sum.
using SumOfBlock = std::vector<Access> (*)(const Model& model, int bytes);

/// One value per thread in shared memory, summed as a tree.
std::vector<Access> tree(const Model&, int bytes);
/// Sums in the same way, but one warp adds the last 32 sums.
std::vector<Access> unrolled(const Model&, int bytes);
/// Sums by shuffles within warps, and across the warps' sums through shared memory in native code,
/// by the team's own reduction in Kokkos.
std::vector<Access> by_shuffles(const Model& model, int bytes);

/// Thread 0 alone, in block b at byte b · stride.
Address by_first_thread(std::int64_t stride = 0);

/// Appends `more`.
void append(std::vector<Access>& accesses, const std::vector<Access>& more);

}  // namespace tilebridge::block_sums
