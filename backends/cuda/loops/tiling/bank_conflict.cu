// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from dynamic shared memory by ranges. In the exchanges, whose
// ranges end at each barrier, a thread's value is kept there too.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/bank_conflict.hpp"

namespace tilebridge::cuda::loops::bank_conflict_experiment {
namespace {

using Word = std::uint32_t;

constexpr int block_size = StridedLoads::block_size;

/// The sums of the words that begin at first_word(thread).
template <class T, class FirstWord>
__device__ void sum_words(const SharedLoads<T>& s, const FirstWord& first_word) {
  T* words = scratch<T>();  // [SharedLoads<T>::words]
  for (int w = threadIdx.x; w < SharedLoads<T>::words; w += blockDim.x) words[w] = s.in[w];
  __syncthreads();
  for (int thread = threadIdx.x; thread < block_size; thread += blockDim.x) {
    const int first = first_word(thread);
    T sum = 0;
    for (int r = 0; r < s.repeats; ++r)
      for (int k = 0; k < SharedLoads<T>::loads; ++k) sum += words[first + r % 32 + 32 * k];
    s.out[static_cast<int>(blockIdx.x) * block_size + thread] = sum;
  }
}

template <class T>
__global__ void strided(SharedLoads<T> s) {
  sum_words(s, [&](int thread) { return thread * s.stride % SharedLoads<T>::span; });
}

__global__ void permuted(StridedLoads s) {
  sum_words(s, [](int thread) {
    const int lane = thread % 32;
    return thread - lane + lane * (2 * lane + 1) % 32;
  });
}

__global__ void three_way(StridedLoads s) {
  sum_words(s, [](int thread) {
    const int lane = thread % 32;
    return thread / 32 * 96 + lane / 3 + lane % 3 * 32;
  });
}

constexpr int tile = TileExchange::tile;

/// Calls body(y, x) for all threads of a block of tile × tile.
template <class Body>
__device__ void in_each_thread(const Body& body) {
  for (int y = threadIdx.y; y < tile; y += blockDim.y)
    for (int x = threadIdx.x; x < tile; x += blockDim.x) body(y, x);
}

/// Thread (y, x) stores to words[y · down + x · across], of which there are `size`. The rounds are
/// not unrolled, or by respelled controls four at a time: strides of 64 bits are no other spelling
/// here, as they are known when it is compiled and addresses in shared memory have 32 bits.
template <int size, int down, int across, int unrolled = 1>
__global__ void exchange(TileExchange t) {
  Word* words = scratch<Word>();  // [size]
  Word* own = words + size;       // [tile][tile], each thread's
  in_each_thread([&](int y, int x) { own[y * tile + x] = t.in[y * tile + x]; });
  constexpr int rounds = with_barriers(unrolled);
#pragma unroll rounds
  for (int r = 0; r < t.repeats; ++r) {
    in_each_thread([&](int y, int x) { words[y * down + x * across] = own[y * tile + x] + r; });
    __syncthreads();
    in_each_thread(
        [&](int y, int x) { own[y * tile + x] = words[(y + 1) % tile * down + x * across]; });
    __syncthreads();
  }
  in_each_thread([&](int y, int x) {
    t.out[(blockIdx.x * std::size_t{tile} + y) * tile + x] = own[y * tile + x];
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls controls(native);
  controls.add("bank_conflict/strided", flat(strided<Word>));
  controls.add("bank_conflict/broadcast", flat(strided<Word>));
  controls.add("bank_conflict/permuted", flat(permuted));
  controls.add("bank_conflict/three_way", flat(three_way));
  controls.add("bank_conflict/strided_8_bytes", flat(strided<std::uint64_t>));
  controls.add("bank_conflict/row_row", nested(exchange<tile * tile, tile, 1>));
  controls.add("bank_conflict/column_column", nested(exchange<tile * tile, 1, tile>));
  controls.add("bank_conflict/padded_column", nested(exchange<(tile + 1) * tile, 1, tile + 1>));
  controls.add("bank_conflict/dynamic_column", nested(exchange<tile * tile, 1, tile>));
  controls.add("bank_conflict/same_word_store", nested(exchange<tile, 1, 0>));
  controls.add_respelled("bank_conflict/row_row", nested(exchange<tile * tile, tile, 1, 4>));
  controls.add_respelled("bank_conflict/padded_column",
                         nested(exchange<(tile + 1) * tile, 1, tile + 1, 4>));
  controls.add_respelled("bank_conflict/same_word_store", nested(exchange<tile, 1, 0, 4>));
}

}  // namespace tilebridge::cuda::loops::bank_conflict_experiment
