// SPDX-License-Identifier: Apache-2.0
// Ranges load the same words from dynamic shared memory repeatedly. The exchanges keep a thread's
// value there too, because a range ends at each barrier.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/bank_conflict.hpp"

namespace tilebridge::cuda::loops::bank_conflict_experiment {
namespace {

using Word = std::uint32_t;

constexpr int block_size = StridedLoads::block_size;

/// Adds up the words that begin at FirstWord's.
template <class FirstWord, class T>
__global__ void sum_words(SharedLoads<T> s) {
  T* words = scratch<T>();  // [SharedLoads<T>::words]
  for (int w = threadIdx.x; w < SharedLoads<T>::words; w += blockDim.x) words[w] = s.in[w];
  __syncthreads();
  for (int thread = threadIdx.x; thread < block_size; thread += blockDim.x) {
    const int first = FirstWord::first(thread, s.stride);
    T sum = 0;
    for (int r = 0; r < s.repeats; ++r)
      for (int k = 0; k < SharedLoads<T>::loads; ++k) sum += words[first + r % 32 + 32 * k];
    s.out[static_cast<int>(blockIdx.x) * block_size + thread] = sum;
  }
}

using Exchange = TileExchange;
constexpr int tile = Exchange::tile;

/// Calls body(y, x) for all threads of a block of tile × tile.
template <class Body>
__device__ void in_each_thread(const Body& body) {
  for (int y = threadIdx.y; y < tile; y += blockDim.y)
    for (int x = threadIdx.x; x < tile; x += blockDim.x) body(y, x);
}

/// Thread (y, x) stores to word Place::at(y, x). The rounds are not unrolled, or by respelled
/// controls four at a time: strides of 64 bits are no other spelling here, because strides are
/// known when the kernel is compiled and addresses in shared memory have 32 bits.
template <class Place, int unrolled = 1>
__global__ void exchange(Exchange t) {
  Word* words = scratch<Word>();     // [Place::words]
  Word* own = words + Place::words;  // [tile][tile], each thread's
  in_each_thread([&](int y, int x) { own[y * tile + x] = t.in[y * tile + x]; });
  constexpr int rounds = with_barriers(unrolled);
#pragma unroll rounds
  for (int r = 0; r < t.repeats; ++r) {
    in_each_thread([&](int y, int x) { words[Place::at(y, x)] = own[y * tile + x] + r; });
    __syncthreads();
    in_each_thread([&](int y, int x) { own[y * tile + x] = words[Place::at((y + 1) % tile, x)]; });
    __syncthreads();
  }
  in_each_thread([&](int y, int x) {
    t.out[(blockIdx.x * std::size_t{tile} + y) * tile + x] = own[y * tile + x];
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("bank_conflict/strided", flat(sum_words<StridedWords, Word>));
  controls.add("bank_conflict/broadcast", flat(sum_words<StridedWords, Word>));
  controls.add("bank_conflict/permuted", flat(sum_words<PermutedWords, Word>));
  controls.add("bank_conflict/three_way", flat(sum_words<ThreeWayWords, Word>));
  controls.add("bank_conflict/strided_8_bytes", flat(sum_words<StridedWords, std::uint64_t>));
  controls.add("bank_conflict/row_row", nested(exchange<Exchange::Rows>));
  controls.add("bank_conflict/column_column", nested(exchange<Exchange::Columns>));
  controls.add("bank_conflict/padded_column", nested(exchange<Exchange::PaddedColumns>));
  controls.add("bank_conflict/dynamic_column", nested(exchange<Exchange::Columns>));
  controls.add("bank_conflict/same_word_store", nested(exchange<Exchange::SameWord>));
  controls.add_respelled("bank_conflict/row_row", nested(exchange<Exchange::Rows, 4>));
  controls.add_respelled("bank_conflict/padded_column",
                         nested(exchange<Exchange::PaddedColumns, 4>));
  controls.add_respelled("bank_conflict/same_word_store", nested(exchange<Exchange::SameWord, 4>));
}

}  // namespace tilebridge::cuda::loops::bank_conflict_experiment
