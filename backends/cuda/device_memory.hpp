// SPDX-License-Identifier: Apache-2.0
// Workspace on the device that belongs to a single launch.
#pragma once

#include <memory>

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

// [mentioned]

/// Throws std::runtime_error if there is not enough memory.
template <class T>
std::shared_ptr<T> device_memory(std::size_t elements) {
  T* pointer = nullptr;
  check(cudaMalloc(&pointer, elements * sizeof(T)), "allocating a workspace");
  return {pointer, [](T* p) { cudaFree(p); }};
}

}  // namespace tilebridge::cuda
