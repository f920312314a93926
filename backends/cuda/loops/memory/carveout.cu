// SPDX-License-Identifier: Apache-2.0
// A walk through a table that L1 should hold, or that shared memory holds. As in Kokkos, no kernel
// says which of the two it prefers.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/memory/carveout.hpp"

namespace tilebridge::cuda::loops::carveout_experiment {
namespace {

using Word = std::uint32_t;
constexpr int width = RowWalk::width;

struct Table {
  const Word* words;  // [rows][width]

  __device__ const Word& operator()(Word row, int column) const {
    return words[std::size_t{row} * width + column];
  }
};

__device__ Table table_of(const CarveoutWalk& c) { return {c.walk.next}; }

/// The respelled control takes this instead of a CarveoutWalk.
struct StridedWalk : CarveoutWalk {
  Strided<const Word, 2> table;
};

StridedWalk strided(const CarveoutWalk& c) { return {c, {c.walk.next, {width}}}; }
__device__ const Strided<const Word, 2>& table_of(const StridedWalk& c) { return c.table; }

template <class Walk>
__global__ void cached(Walk c) {
  const std::int64_t i = index_in_range();
  if (i >= static_cast<std::int64_t>(c.n)) return;
  const auto column = static_cast<int>(i % width);
  auto row = static_cast<Word>(i / width % c.walk.rows);
  const auto next = table_of(c);
  for (int step = 0; step < c.walk.steps; ++step) row = next(row, column);
  c.last[i] = row;
}

__global__ void staged(CarveoutWalk c) {
  constexpr int block_size = CarveoutWalk::block_size;
  Word* table = scratch<Word>();  // [rows][width]
  for (int word = threadIdx.x; word < c.walk.rows * width; word += blockDim.x)
    table[word / width * width + word % width] = c.walk.next[word / width * width + word % width];
  __syncthreads();
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * block_size, n = c.n;
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) {
    const std::int64_t i = first + t;
    if (i >= n) continue;
    auto row = static_cast<Word>(i / width % c.walk.rows);
    for (int step = 0; step < c.walk.steps; ++step)
      row = table[std::size_t{row} * width + t % width];
    c.last[i] = row;
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("carveout/cached", flat(cached<CarveoutWalk>));
  controls.add("carveout/staged", flat(staged));
  controls.add_respelled("carveout/cached", flat(cached, strided));
}

}  // namespace tilebridge::cuda::loops::carveout_experiment
