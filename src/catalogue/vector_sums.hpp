// SPDX-License-Identifier: Apache-2.0
// How `vector_load` of dot and reduce sums: a few 16-byte vectors per thread, all loaded before the
// first is added, then the block's sum, one atomic per block.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::vector_sums {

constexpr int block_size = 512;
/// A thread's 16-byte loads, over all arrays: 64 KiB in flight per block.
constexpr int loads = 8;

/// The number of additions that one of n elements of `bytes` passes through, where `arrays` arrays
/// share a thread's loads: over its vectors, over its block, over the blocks.
double longest_chain(double n, int bytes, int arrays = 1);

/// What it reads and writes in `model`, for `arrays` of n elements of `bytes` bytes each.
Kernel kernel(Model model, std::int64_t n, const std::vector<std::string>& arrays, int bytes);

}  // namespace tilebridge::vector_sums
