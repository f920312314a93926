// SPDX-License-Identifier: Apache-2.0
// CUB's sum of an array, which writes the result itself.
#pragma once

#include <cstddef>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/libraries/cub.hpp"

namespace tilebridge::cuda::libraries {

// [shown]
/// Calls CUB with `workspace`; if it is null, queries the size needed.
template <class T>
void cub_sum(const T* in, T* result, std::size_t n, void* workspace, std::size_t& bytes,
             Stream stream) {
  check(cub::DeviceReduce::Sum(workspace, bytes, in, result, n, stream), "summing with CUB");
}

/// Returns what writes the sum of n elements each time that it is called.
template <class T>
auto prepare_sum(const T* in, T* result, std::size_t n, Stream stream) {
  check_count(n, reduces_by_int);
  std::size_t bytes = 0;
  cub_sum(in, result, n, nullptr, bytes, stream);
  return [=, workspace = device_memory<std::byte>(bytes)]() mutable {
    cub_sum(in, result, n, workspace.get(), bytes, stream);
  };
}

}  // namespace tilebridge::cuda::libraries
