// SPDX-License-Identifier: Apache-2.0
// Blocks walk through tiles, which come to shared memory through registers, by copies of each
// thread, or by those of the copy engine: to one place, or to several in turn.
#include "backends/cuda/async_copies.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "catalogue/tiling/async_copy.hpp"

namespace tilebridge::cuda::async_copy_experiment {
namespace {

constexpr int tile = TileSums<float>::tile;
constexpr int block_size = TileSums<float>::block_size;
constexpr int per_thread = TileSums<float>::per_thread;

/// The first elements of the block's first tile, and of the next one after that.
__device__ std::size_t first_tile() { return blockIdx.x * std::size_t{tile}; }
__device__ std::size_t tiles_apart() { return gridDim.x * std::size_t{tile}; }

/// Stores the sums over the tile that begins at `first` and is in `cache`.
template <class T>
__device__ void use(const TileSums<T>& s, std::size_t first, const T* cache) {
  T sums[per_thread] = {};
  for (int k = 0; k < s.uses; ++k) {
#pragma unroll
    for (int j = 0; j < per_thread; ++j)
      sums[j] = TileSums<T>::factor * sums[j] + cache[(threadIdx.x + j * block_size + k) % tile];
  }
#pragma unroll
  for (int j = 0; j < per_thread; ++j) {
    const std::size_t i = first + threadIdx.x + j * block_size;
    if (i < s.n) s.out[i] = sums[j];
  }
}

template <class T>
__device__ void load(const TileSums<T>& s, std::size_t first, T (&held)[per_thread]) {
#pragma unroll
  for (int j = 0; j < per_thread; ++j) {
    const std::size_t i = first + threadIdx.x + j * block_size;
    held[j] = i < s.n ? s.in[i] : 0;
  }
}

template <class T>
__device__ void store(const T (&held)[per_thread], T* cache) {
#pragma unroll
  for (int j = 0; j < per_thread; ++j) cache[threadIdx.x + j * block_size] = held[j];
}

template <class T>
__global__ void staged(TileSums<T> s) {
  __shared__ T cache[tile];

  for (std::size_t first = first_tile(); first < s.n; first += tiles_apart()) {
    T held[per_thread];
    load(s, first, held);
    __syncthreads();  // the tile before has been used
    store(held, cache);
    __syncthreads();
    use(s, first, cache);
  }
}

template <class T>
__global__ void staged_double(TileSums<T> s) {
  __shared__ T cache[2][tile];

  T held[per_thread];
  load(s, first_tile(), held);
  store(held, cache[0]);
  __syncthreads();
  int turn = 0;
  for (std::size_t first = first_tile(); first < s.n; first += tiles_apart()) {
    load(s, first + tiles_apart(), held);  // arrives while this tile is used
    use(s, first, cache[turn]);
    turn = 1 - turn;
    store(held, cache[turn]);
    __syncthreads();  // this tile has been used, the next one is complete
  }
}

/// Loads a last tile that is not whole.
template <class T>
__device__ void copy_rest(const TileSums<T>& s, std::size_t first, T* cache) {
#pragma unroll 1  // once per launch: not worth any registers
  for (int t = threadIdx.x; t < tile; t += block_size)
    cache[t] = first + t < s.n ? s.in[first + t] : 0;
}

/// Starts copying the tile, if there is one.
template <class T>
__device__ void start(const TileSums<T>& s, std::size_t first, T* cache) {
  if (first >= s.n) return;
  if (first + tile > s.n) return copy_rest(s, first, cache);
  constexpr int width = pack_width<T>;
#pragma unroll
  for (int j = 0; j < per_thread / width; ++j) {
    const int t = (threadIdx.x + j * block_size) * width;
    copy_16_async(cache + t, s.in + first + t);
  }
}

template <class T>
__global__ void cp_async(TileSums<T> s) {
  alignas(16) __shared__ T cache[tile];

  for (std::size_t first = first_tile(); first < s.n; first += tiles_apart()) {
    __syncthreads();  // the tile before has been used
    start(s, first, cache);
    end_of_copies();
    wait_for_copies<0>();
    __syncthreads();
    use(s, first, cache);
  }
}

/// `places` - 1 tiles are on their way while one is used.
template <class T, int places>
__global__ void cp_async_ahead(TileSums<T> s) {
  alignas(16) __shared__ T cache[places][tile];
  constexpr int ahead = places - 1;

  for (int k = 0; k < ahead; ++k) {
    start(s, first_tile() + k * tiles_apart(), cache[k]);
    end_of_copies();
  }
  int turn = 0;
  for (std::size_t first = first_tile(); first < s.n; first += tiles_apart()) {
    wait_for_copies<ahead - 1>();
    __syncthreads();  // this tile is complete, the one before has been used
    start(s, first + ahead * tiles_apart(), cache[(turn + ahead) % places]);
    end_of_copies();
    use(s, first, cache[turn]);
    turn = (turn + 1) % places;
  }
}

/// Has one thread start copying the tile, if there is one.
template <class T>
__device__ void start_bulk(const TileSums<T>& s, std::size_t first, T* cache, Arrivals& arrivals) {
  if (first >= s.n) return;
  const bool is_whole = first + tile <= s.n;
  if (!is_whole) copy_rest(s, first, cache);
  if (threadIdx.x == 0) arrivals.copy(cache, s.in + first, is_whole ? tile * sizeof(T) : 0);
}

template <class T>
__global__ void tma(TileSums<T> s) {
  alignas(16) __shared__ T cache[tile];
  __shared__ Arrivals arrivals;

  if (threadIdx.x == 0) arrivals.begin();
  unsigned number = 0;
  for (std::size_t first = first_tile(); first < s.n; first += tiles_apart()) {
    before_bulk_copies();
    __syncthreads();  // the tile before has been used
    start_bulk(s, first, cache, arrivals);
    arrivals.wait(number++);
    __syncthreads();  // other threads' ordinary loads
    use(s, first, cache);
  }
}

template <class T, int places>
__global__ void tma_ahead(TileSums<T> s) {
  alignas(16) __shared__ T cache[places][tile];
  __shared__ Arrivals arrivals[places];
  constexpr int ahead = places - 1;

  if (threadIdx.x < places) arrivals[threadIdx.x].begin();
  __syncthreads();
  for (int k = 0; k < ahead; ++k)
    start_bulk(s, first_tile() + k * tiles_apart(), cache[k], arrivals[k]);
  unsigned number = 0;
  for (std::size_t first = first_tile(); first < s.n; first += tiles_apart()) {
    const unsigned turn = number % places, free = (number + ahead) % places;
    arrivals[turn].wait(number / places);
    before_bulk_copies();
    __syncthreads();  // the tile before has been used; other threads' ordinary loads
    start_bulk(s, first + ahead * tiles_apart(), cache[free], arrivals[free]);
    use(s, first, cache[turn]);
    ++number;
  }
}

template <class T, void (*kernel)(TileSums<T>)>
auto prepare(const TileSums<T>& s, Stream stream) {
  return [=, blocks = s.blocks(resident_threads())] {
    if (blocks > 0) kernel<<<blocks, block_size, 0, stream>>>(s);
  };
}

template <class T, void (*kernel)(TileSums<T>)>
auto prepare_async(const TileSums<T>& s, Stream stream) {
  check_async_copies(kernel);
  return prepare<T, kernel>(s, stream);
}

template <class T, void (*kernel)(TileSums<T>)>
auto prepare_bulk(const TileSums<T>& s, Stream stream) {
  check_bulk_copies(kernel);
  return prepare<T, kernel>(s, stream);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add_prepared("async_copy/staged", prepare<T, staged<T>>);
    native.add_prepared("async_copy/staged_double", prepare<T, staged_double<T>>);
    native.add_prepared("async_copy/cp_async", prepare_async<T, cp_async<T>>);
    native.add_prepared("async_copy/cp_async_double", prepare_async<T, cp_async_ahead<T, 2>>);
    native.add_prepared("async_copy/cp_async_4", prepare_async<T, cp_async_ahead<T, 4>>);
    native.add_prepared("async_copy/tma", prepare_bulk<T, tma<T>>);
    native.add_prepared("async_copy/tma_double", prepare_bulk<T, tma_ahead<T, 2>>);
    native.add_prepared("async_copy/tma_4", prepare_bulk<T, tma_ahead<T, 4>>);
  });
}

}  // namespace tilebridge::cuda::async_copy_experiment
