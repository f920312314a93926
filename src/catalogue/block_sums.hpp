// What the ways to sum over a block of 256 threads read and write, for the access model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::block_sums {

constexpr int block_size = 256;

/// A value of every thread in shared memory, summed as a tree; thread 0 has the sum.
std::vector<Access> tree();
/// The same, the last 32 sums by one warp.
std::vector<Access> unrolled();
/// By shuffles within warps, by shared memory over the warps' sums: in Kokkos a team_reduce.
std::vector<Access> shuffle(Model model);

/// Thread 0 alone asks, in block b for what lies at b · stride, in bytes.
Address by_first_thread(std::int64_t stride = 0);

/// Kokkos's parallel_reduce over a range of n, whose functor reads element i of each of `arrays`,
/// of 4 bytes. How its threads' sums come together is left out: next to the range it is little.
Kernel parallel_reduce(std::int64_t n, const std::vector<std::string>& arrays);

/// Puts `more` at the end.
void append(std::vector<Access>& accesses, const std::vector<Access>& more);

}  // namespace tilebridge::block_sums
