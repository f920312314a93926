// SPDX-License-Identifier: Apache-2.0
// What the ways to sum over a block read and write, for the access model. A value has `bytes`
// bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::block_sums {

constexpr int block_size = 256;  // unless said otherwise

/// One value per thread in shared memory, summed as a tree; thread 0 gets the sum.
std::vector<Access> tree(int bytes);
/// The same, with the last 32 sums added by one warp.
std::vector<Access> unrolled(int bytes);
/// By shuffles within warps, and through shared memory across the warps' sums.
std::vector<Access> shuffle(int bytes, int threads = block_size);
/// All threads' values in shared memory; 16 threads each sum every 16th, and one thread sums the
/// 16.
std::vector<Access> two_steps(int bytes, int threads = block_size);
/// The number of additions that one value passes through there.
int two_steps_chain(int threads = block_size);
/// Kokkos's own team reduction.
std::vector<Access> team_reduce(int bytes);
/// The counterpart of a native sum by shuffles: in plain Kokkos its own, in matched code two steps.
std::vector<Access> by_shuffles(Form form, Model model, int bytes);

/// The rounds of the tree.
Exchange tree_sketch();

/// Thread 0 alone, in block b at byte b · stride.
Address by_first_thread(std::int64_t stride = 0);

/// Kokkos's parallel_reduce over a range of n, whose functor reads element i of each of `arrays`,
/// of `bytes` bytes each. The combination of the threads' sums is left out: it is little next to
/// the range.
Kernel parallel_reduce(std::int64_t n, const std::vector<std::string>& arrays, int bytes);

/// Appends `more`.
void append(std::vector<Access>& accesses, const std::vector<Access>& more);

}  // namespace tilebridge::block_sums
