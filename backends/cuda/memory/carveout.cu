// SPDX-License-Identifier: Apache-2.0
// A walk through a table that L1 should hold, or that shared memory holds.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "base/error.hpp"
#include "catalogue/memory/carveout.hpp"

namespace tilebridge::cuda::carveout_experiment {
namespace {

using Word = std::uint32_t;
using Kernel = void (*)(CarveoutWalk);
constexpr int block_size = CarveoutWalk::block_size;
constexpr int width = RowWalk::width;

/// A preference stays with its kernel, so that each way to state one has a kernel of its own.
enum class Asked { by_word, by_percent };

/// The row that thread i reaches in `table`, which is the walk's or a copy of it.
__device__ Word walk(const CarveoutWalk& c, const Word* table, std::size_t i) {
  const int column = threadIdx.x % width;
  Word row = i / width % c.walk.rows;
  for (int step = 0; step < c.walk.steps; ++step) row = table[row * width + column];
  return row;
}

void prefer_by_word(Kernel kernel, const CarveoutWalk& c) {
  constexpr cudaFuncCache preferences[] = {cudaFuncCachePreferNone, cudaFuncCachePreferShared,
                                           cudaFuncCachePreferL1, cudaFuncCachePreferEqual};
  check(cudaFuncSetCacheConfig(kernel, preferences[static_cast<int>(c.prefer)]),
        "preferring shared memory or L1");
}

void prefer_by_percent(Kernel kernel, const CarveoutWalk& c) {
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, c.percent),
        "preferring a share of shared memory");
}

template <Asked>
__global__ void cached(CarveoutWalk c) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < c.n) c.last[i] = walk(c, c.walk.next, i);
}

template <Asked>
__global__ void staged(CarveoutWalk c) {
  extern __shared__ Word table[];

  for (int word = threadIdx.x; word < c.walk.rows * width; word += block_size)
    table[word] = c.walk.next[word];
  __syncthreads();
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < c.n) c.last[i] = walk(c, table, i);
}

template <Kernel kernel, void (*prefer)(Kernel, const CarveoutWalk&)>
auto prepare(const CarveoutWalk& c, std::size_t shared_bytes, Stream stream) {
  constexpr std::size_t without_opting_in = 48 << 10;
  if (!shares_l1.present) throw NoEquivalent(shares_l1.lack);
  if (shared_bytes > without_opting_in)
    throw Unavailable("the table in shared memory takes 48 KiB at most");
  return [c, shared_bytes, stream] {
    prefer(kernel, c);
    if (c.n > 0) kernel<<<ceil_div(c.n, block_size), block_size, shared_bytes, stream>>>(c);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("carveout/cached", [](const CarveoutWalk& c, Stream stream) {
    return prepare<cached<Asked::by_word>, prefer_by_word>(c, 0, stream);
  });
  native.add_prepared("carveout/cached_percent", [](const CarveoutWalk& c, Stream stream) {
    return prepare<cached<Asked::by_percent>, prefer_by_percent>(c, 0, stream);
  });
  native.add_prepared("carveout/staged", [](const CarveoutWalk& c, Stream stream) {
    return prepare<staged<Asked::by_word>, prefer_by_word>(c, c.table_bytes(), stream);
  });
  native.add_prepared("carveout/staged_percent", [](const CarveoutWalk& c, Stream stream) {
    return prepare<staged<Asked::by_percent>, prefer_by_percent>(c, c.table_bytes(), stream);
  });
}

}  // namespace tilebridge::cuda::carveout_experiment
