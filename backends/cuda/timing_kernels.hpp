// SPDX-License-Identifier: Apache-2.0
// The kernels that run around a sample and for validation.
#pragma once

#include <cstddef>

#include "backends/cuda/runtime.hpp"

namespace tilebridge::cuda {

/// Clock cycles counted by one SM while `nanoseconds` passed; zeros if the runtime cannot tell.
struct ClockReading {
  long long cycles;
  long long nanoseconds;
};

/// Keeps the stream busy for `nanoseconds`, so that what follows is queued before it starts, and
/// reads the clock meanwhile. `reading` is in device-writable memory.
void hold(cudaStream_t stream, long long nanoseconds, ClockReading* reading);

/// Makes the stream's launches and L2 as a context begins: no window of preferred accesses, no
/// lines that persist. Does nothing where the runtime knows neither.
void forget_preferences(cudaStream_t stream);

/// An empty kernel.
void do_nothing(cudaStream_t stream);

void fill_with_ones(cudaStream_t stream, float* words, std::size_t n);

/// Reads n floats, all ones, 16-byte aligned, n a multiple of 4; one more follows them.
void read_all(cudaStream_t stream, float* words, std::size_t n);

/// Sets *sum to a number that depends on every byte and its place. `at` is 16-byte aligned and,
/// like `sum`, in device memory.
void put_digest(cudaStream_t stream, const void* at, std::size_t bytes, unsigned long long* sum);

}  // namespace tilebridge::cuda
