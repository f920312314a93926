// SPDX-License-Identifier: Apache-2.0
// One weighted sum per thread over its block's elements; variants differ in where these are read,
// and in how they come there.
#include <algorithm>

#include "backends/cuda/async_copies.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/reuse.hpp"

namespace tilebridge::cuda::reuse_experiment {
namespace {

// [*]
constexpr int block_size = Reuse::block_size;

// [direct]
__global__ void direct(Reuse r) {
  const std::size_t first = blockIdx.x * std::size_t{block_size};
  const std::size_t i = first + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < r.uses; ++k) {
    const std::size_t used = first + (threadIdx.x + k) % block_size;
    sum += (used < r.n ? r.in[used] : 0) * r.weight[k];
  }
  if (i < r.n) r.out[i] = sum;
}

// [staged]
__global__ void staged(Reuse r) {
  __shared__ float cache[block_size];

  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  cache[threadIdx.x] = i < r.n ? r.in[i] : 0;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < r.uses; ++k) sum += cache[(threadIdx.x + k) % block_size] * r.weight[k];
  if (i < r.n) r.out[i] = sum;
}

// [cp_async_double, cp_async_4]
/// Starts copying the tile, if there is one. Every thread copies the element that it would load in
/// `staged`: of 16 bytes each, two of the block's eight warps would copy all.
__device__ void start(const Reuse& r, std::size_t first, float* cache) {
  const std::size_t i = first + threadIdx.x;
  if (first < r.n) copy_async(cache + threadIdx.x, r.in + i, i < r.n);
  end_of_copies();
}

/// A block walks through tiles: `places` - 1 are on their way while one is used.
template <int places>
__global__ void cp_async_ahead(Reuse r) {
  __shared__ float cache[places][block_size];
  constexpr int ahead = places - 1;

  const std::size_t apart = gridDim.x * std::size_t{block_size};
  std::size_t first = blockIdx.x * std::size_t{block_size};
  for (int k = 0; k < ahead; ++k) start(r, first + k * apart, cache[k]);
  int turn = 0;
  for (; first < r.n; first += apart) {
    wait_for_copies<ahead - 1>();
    __syncthreads();  // this tile is complete, the one before has been used
    start(r, first + ahead * apart, cache[(turn + ahead) % places]);
    float sum = 0;
    for (int k = 0; k < r.uses; ++k)
      sum += cache[turn][(threadIdx.x + k) % block_size] * r.weight[k];
    const std::size_t i = first + threadIdx.x;
    if (i < r.n) r.out[i] = sum;
    turn = (turn + 1) % places;
  }
}

template <void (*kernel)(Reuse)>
auto prepare_walk(const Reuse& r, Stream stream) {
  check_async_copies(kernel);
  const std::size_t blocks =
      std::min(ceil_div(r.n, block_size), resident_blocks(kernel, block_size));
  return [=] {
    if (blocks > 0) kernel<<<blocks, block_size, 0, stream>>>(r);
  };
}

// [direct, staged]
template <void (*kernel)(Reuse)>
void launch(const Reuse& r, Stream stream) {
  if (r.n > 0) kernel<<<ceil_div(r.n, block_size), block_size, 0, stream>>>(r);
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("reuse/direct", launch<direct>);
  native.add("reuse/staged", launch<staged>);
  native.add_prepared("reuse/cp_async_double", prepare_walk<cp_async_ahead<2>>);
  native.add_prepared("reuse/cp_async_4", prepare_walk<cp_async_ahead<4>>);
}

}  // namespace tilebridge::cuda::reuse_experiment
