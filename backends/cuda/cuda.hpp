// SPDX-License-Identifier: Apache-2.0
// Every file of this backend needs the stream, error checks and index arithmetic.
#pragma once

#include <cstddef>

#include "backends/cuda/runtime.hpp"
#include "kernels/registrar.hpp"

namespace tilebridge::cuda {

// [mentioned]

/// Native kernels and libraries launch on the runner's stream.
using Stream = cudaStream_t;

/// Throws std::runtime_error with the runtime's message and `doing`, what was being done.
void check(cudaError_t status, const char* doing);

/// SM count of the current device.
int multiprocessors();
/// Maximum number of threads resident on the current device.
int resident_threads();

/// Lets a block of `kernel` use as much shared memory as the device offers: without opting in, it
/// has only 48 KiB. Throws Unavailable if that is less than `needed` bytes.
void allow_shared_memory(const void* kernel, std::size_t needed);
template <class... Arguments>
void allow_shared_memory(void (*kernel)(Arguments...), std::size_t needed) {
  allow_shared_memory(reinterpret_cast<const void*>(kernel), needed);
}

constexpr std::size_t ceil_div(std::size_t n, std::size_t divisor) {
  return (n + divisor - 1) / divisor;
}

}  // namespace tilebridge::cuda
