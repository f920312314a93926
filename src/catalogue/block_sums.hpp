// SPDX-License-Identifier: Apache-2.0
// What the ways to sum over a block read and write, for the access model. A value has `bytes`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::block_sums {

constexpr int block_size = 256;  // unless said otherwise

/// A value of every thread in shared memory, summed as a tree; thread 0 has the sum.
std::vector<Access> tree(int bytes);
/// The same, the last 32 sums by one warp.
std::vector<Access> unrolled(int bytes);
/// By shuffles within warps, by shared memory over the warps' sums.
std::vector<Access> shuffle(int bytes, int threads = block_size);
/// All threads' values in shared memory, of which 16 threads sum every 16th, and one the 16.
std::vector<Access> two_steps(int bytes, int threads = block_size);
/// The additions that one value passes through there.
int two_steps_chain(int threads = block_size);
/// Kokkos's own, of a team.
std::vector<Access> team_reduce(int bytes);
/// What is a sum by shuffles natively: in plain Kokkos its own, in matched code two steps.
std::vector<Access> by_shuffles(Level level, Model model, int bytes);

/// Thread 0 alone asks, in block b for what lies at b · stride, in bytes.
Address by_first_thread(std::int64_t stride = 0);

/// Kokkos's parallel_reduce over a range of n, whose functor reads element i of each of `arrays`,
/// of `bytes`. How its threads' sums come together is left out: next to the range it is little.
Kernel parallel_reduce(std::int64_t n, const std::vector<std::string>& arrays, int bytes);

/// Puts `more` at the end.
void append(std::vector<Access>& accesses, const std::vector<Access>& more);

}  // namespace tilebridge::block_sums
