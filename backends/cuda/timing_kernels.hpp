// SPDX-License-Identifier: Apache-2.0
// The kernels that stand around a sample and a validation.
#pragma once

#include <cstddef>

#include "backends/cuda/runtime.hpp"

namespace tilebridge::cuda {

/// How far one multiprocessor's clock went while so many nanoseconds passed; zeros where the
/// runtime cannot tell.
struct ClockReading {
  long long cycles;
  long long nanoseconds;
};

/// Keeps the stream busy for `nanoseconds`, so that what follows is queued before it starts, and
/// reads the clock meanwhile. `reading` is in memory that the device can write.
void hold(cudaStream_t stream, long long nanoseconds, ClockReading* reading);

void fill_with_ones(cudaStream_t stream, float* words, std::size_t n);

/// Reads n floats, all ones, 16-byte aligned, n a multiple of 4; there is one more behind them.
void read_all(cudaStream_t stream, float* words, std::size_t n);

/// Sets *found to 1 where two arrays differ in any of their first `bytes`, else to 0. Both are
/// 16-byte aligned and, like `found`, in device memory.
void note_difference(cudaStream_t stream, const void* a, const void* b, std::size_t bytes,
                     int* found);

}  // namespace tilebridge::cuda
