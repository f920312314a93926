// SPDX-License-Identifier: Apache-2.0
// Averages as on a GPU in two small arrays of each piece of the input, which stay in a cache.
#include "catalogue/tiling/shared_kinds.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "backends/host/native.hpp"

namespace tilebridge::host::shared_kinds_experiment {
namespace {

constexpr std::size_t block_size = StagedAverages::block_size;

using Dynamic = std::vector<float>;

float& at(Dynamic& array, std::size_t i) { return array[i]; }

constexpr std::size_t rows = StagedAverages::rows;
constexpr std::size_t columns = StagedAverages::columns;
using Box = std::array<std::array<std::array<float, columns>, rows>, StagedAverages::planes>;

float& at(Box& array, std::size_t i) {
  return array[i / (rows * columns)][i / columns % rows][i % columns];
}

template <class Array>
float average_in(Array& array, std::size_t i) {
  return (at(array, i) + at(array, (i + StagedAverages::apart) % block_size)) / 2;
}

template <class Array>
void stage_and_average(const StagedAverages& s, std::size_t first, Array& even, Array& odd) {
  for (std::size_t i = 0; i < block_size; ++i) at(even, i) = first + i < s.n ? s.in[first + i] : 0;
  for (int r = 0; r < s.rounds; ++r) {
    for (std::size_t i = 0; i < block_size; ++i) at(odd, i) = average_in(even, i);
    for (std::size_t i = 0; i < block_size; ++i) at(even, i) = average_in(odd, i);
  }
  const std::size_t count = std::min(block_size, s.n - first);
  for (std::size_t i = 0; i < count; ++i) s.out[first + i] = average_in(even, i);
}

void dynamic_array(const StagedAverages& s, Threads threads) {
#pragma omp parallel num_threads(threads)
  {
    Dynamic even(block_size), odd(block_size);
#pragma omp for
    for (std::size_t first = 0; first < s.n; first += block_size)
      stage_and_average(s, first, even, odd);
  }
}

void three_dimensional(const StagedAverages& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t first = 0; first < s.n; first += block_size) {
    Box even, odd;
    stage_and_average(s, first, even, odd);
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("shared_kinds/dynamic_array", dynamic_array);
  native.add("shared_kinds/three_dimensional", three_dimensional);
}

}  // namespace tilebridge::host::shared_kinds_experiment
