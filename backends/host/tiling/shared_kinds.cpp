// SPDX-License-Identifier: Apache-2.0
// Averages as on a GPU in two small arrays of each piece of the input, which stay in a cache.
#include "catalogue/tiling/shared_kinds.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "backends/host/native.hpp"

namespace tilebridge::host::shared_kinds_experiment {
namespace {

constexpr std::size_t block_size = StagedAverages::block_size;

template <class Array>
void stage_and_average(const StagedAverages& s, std::size_t first, Array* even, Array* odd) {
  for (std::size_t i = 0; i < block_size; ++i)
    s.at(even, i) = first + i < s.n ? s.in[first + i] : 0;
  for (int r = 0; r < s.rounds; ++r) {
    for (std::size_t i = 0; i < block_size; ++i) s.at(odd, i) = s.average_in(even, i);
    for (std::size_t i = 0; i < block_size; ++i) s.at(even, i) = s.average_in(odd, i);
  }
  const std::size_t count = std::min(block_size, s.n - first);
  for (std::size_t i = 0; i < count; ++i) s.out[first + i] = s.average_in(even, i);
}

void dynamic_array(const StagedAverages& s, Threads threads) {
#pragma omp parallel num_threads(threads)
  {
    std::vector<float> even(block_size), odd(block_size);
#pragma omp for
    for (std::size_t first = 0; first < s.n; first += block_size)
      stage_and_average(s, first, even.data(), odd.data());
  }
}

void three_dimensional(const StagedAverages& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < s.n; first += block_size) {
    StagedAverages::Plane even[StagedAverages::planes], odd[StagedAverages::planes];
    stage_and_average(s, first, even, odd);
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("shared_kinds/dynamic_array", dynamic_array);
  native.add("shared_kinds/three_dimensional", three_dimensional);
}

}  // namespace tilebridge::host::shared_kinds_experiment
