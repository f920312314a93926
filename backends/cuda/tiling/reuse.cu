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

constexpr int block_size = Reuse::block_size;

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

/// Stores the sums over the tile that begins at `first` and is in `cache`.
__device__ void use(const Reuse& r, std::size_t first, const float* cache) {
  float sum = 0;
  for (int k = 0; k < r.uses; ++k) sum += cache[(threadIdx.x + k) % block_size] * r.weight[k];
  const std::size_t i = first + threadIdx.x;
  if (i < r.n) r.out[i] = sum;
}

__global__ void staged(Reuse r) {
  __shared__ float cache[block_size];

  const std::size_t first = blockIdx.x * std::size_t{block_size}, i = first + threadIdx.x;
  cache[threadIdx.x] = i < r.n ? r.in[i] : 0;
  __syncthreads();
  use(r, first, cache);
}

/// Starts copying the tile, if there is one. Every thread copies the element that it would load in
/// `staged`: with copies of 16 bytes, two of the block's eight warps would copy all.
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
    use(r, first, cache[turn]);
    turn = (turn + 1) % places;
  }
}

/// Has one thread start copying the tile, if there is one; all threads load one that is not whole.
__device__ void start_bulk(const Reuse& r, std::size_t first, float* cache, Arrivals& arrivals) {
  if (first >= r.n) return;
  const bool is_whole = first + block_size <= r.n;
  const std::size_t i = first + threadIdx.x;
  if (!is_whole) cache[threadIdx.x] = i < r.n ? r.in[i] : 0;
  if (threadIdx.x == 0)
    arrivals.copy(cache, r.in + first, is_whole ? block_size * sizeof(float) : 0);
}

/// Differs from `cp_async_ahead`: one thread has the copy engine fetch a tile.
template <int places>
__global__ void tma_ahead(Reuse r) {
  alignas(16) __shared__ float cache[places][block_size];
  __shared__ Arrivals arrivals[places];
  constexpr int ahead = places - 1;

  if (threadIdx.x < places) arrivals[threadIdx.x].begin();
  __syncthreads();
  const std::size_t apart = gridDim.x * std::size_t{block_size};
  std::size_t first = blockIdx.x * std::size_t{block_size};
  for (int k = 0; k < ahead; ++k) start_bulk(r, first + k * apart, cache[k], arrivals[k]);
  for (unsigned number = 0; first < r.n; first += apart, ++number) {
    const unsigned turn = number % places, free = (number + ahead) % places;
    arrivals[turn].wait(number / places);
    before_bulk_copies();
    __syncthreads();  // the tile before has been used; other threads' ordinary loads
    start_bulk(r, first + ahead * apart, cache[free], arrivals[free]);
    use(r, first, cache[turn]);
  }
}

template <void (*kernel)(Reuse)>
auto prepare_walk(const Reuse& r, Stream stream) {
  const std::size_t blocks =
      std::min(ceil_div(r.n, block_size), resident_blocks(kernel, block_size));
  return [=] {
    if (blocks > 0) kernel<<<blocks, block_size, 0, stream>>>(r);
  };
}

template <void (*kernel)(Reuse)>
auto prepare_async(const Reuse& r, Stream stream) {
  check_async_copies(kernel);
  return prepare_walk<kernel>(r, stream);
}

template <void (*kernel)(Reuse)>
auto prepare_bulk(const Reuse& r, Stream stream) {
  check_bulk_copies(kernel);
  return prepare_walk<kernel>(r, stream);
}

template <void (*kernel)(Reuse)>
void launch(const Reuse& r, Stream stream) {
  if (r.n > 0) kernel<<<ceil_div(r.n, block_size), block_size, 0, stream>>>(r);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("reuse/direct", launch<direct>);
  native.add("reuse/staged", launch<staged>);
  native.add_prepared("reuse/cp_async_double", prepare_async<cp_async_ahead<2>>);
  native.add_prepared("reuse/cp_async_4", prepare_async<cp_async_ahead<4>>);
  native.add_prepared("reuse/tma_double", prepare_bulk<tma_ahead<2>>);
  native.add_prepared("reuse/tma_4", prepare_bulk<tma_ahead<4>>);
}

}  // namespace tilebridge::cuda::reuse_experiment
