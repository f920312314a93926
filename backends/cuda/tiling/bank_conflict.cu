// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from shared memory; the variants differ in the banks used.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/bank_conflict.hpp"

namespace tilebridge::cuda::bank_conflict_experiment {
namespace {

using Word = std::uint32_t;

/// Adds up the words that begin at FirstWord's. Compile-time offsets keep the address arithmetic
/// from dominating the run time; 32 words apart, the loads cannot be merged into wider ones.
template <class FirstWord, class T>
__global__ void sum_words(SharedLoads<T> s) {
  using Loads = SharedLoads<T>;
  __shared__ T words[Loads::words];

  const int thread = threadIdx.x;
  for (int w = thread; w < Loads::words; w += Loads::block_size) words[w] = s.in[w];
  __syncthreads();

  const int first = FirstWord::first(thread, s.stride);
  T sum = 0;
  for (int r = 0; r < s.repeats; ++r) {
    const int word = first + r % 32;
#pragma unroll
    for (int k = 0; k < Loads::loads; ++k) sum += words[word + 32 * k];
  }
  s.out[blockIdx.x * std::size_t{Loads::block_size} + thread] = sum;
}

template <class FirstWord, class T>
void launch_loads(const SharedLoads<T>& s, Stream stream) {
  if (s.blocks > 0) sum_words<FirstWord><<<s.blocks, SharedLoads<T>::block_size, 0, stream>>>(s);
}

constexpr int tile = TileExchange::tile;

/// Thread (y, x) stores to place(y, x). A warp has all x of one y.
template <class Place>
__device__ void exchange(const TileExchange& t, const Place& place) {
  const int x = threadIdx.x;
  const int y = threadIdx.y;
  Word value = t.in[y * tile + x];
  for (int r = 0; r < t.repeats; ++r) {
    place(y, x) = value + r;
    __syncthreads();
    value = place((y + 1) % tile, x);
    __syncthreads();
  }
  t.out[(blockIdx.x * std::size_t{tile} + y) * tile + x] = value;
}

__global__ void row_row(TileExchange t) {
  __shared__ Word words[tile][tile];
  exchange(t, [&](int y, int x) -> Word& { return words[y][x]; });
}

__global__ void column_column(TileExchange t) {
  __shared__ Word words[tile][tile];
  exchange(t, [&](int y, int x) -> Word& { return words[x][y]; });
}

__global__ void padded_column(TileExchange t) {
  __shared__ Word words[tile][tile + 1];
  exchange(t, [&](int y, int x) -> Word& { return words[x][y]; });
}

__global__ void dynamic_column(TileExchange t) {
  extern __shared__ Word dynamic_words[];
  exchange(t, [&](int y, int x) -> Word& { return dynamic_words[x * tile + y]; });
}

/// One of a warp's 32 stores to one word remains; which one is not defined.
__global__ void same_word_store(TileExchange t) {
  __shared__ Word words[tile];
  exchange(t, [&](int y, int) -> Word& { return words[y]; });
}

template <void (*kernel)(TileExchange), std::size_t dynamic_bytes = 0>
void launch(const TileExchange& t, Stream stream) {
  if (t.blocks > 0) kernel<<<t.blocks, dim3(tile, tile), dynamic_bytes, stream>>>(t);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("bank_conflict/strided", launch_loads<StridedWords, Word>);
  native.add("bank_conflict/broadcast", launch_loads<StridedWords, Word>);
  native.add("bank_conflict/permuted", launch_loads<PermutedWords, Word>);
  native.add("bank_conflict/three_way", launch_loads<ThreeWayWords, Word>);
  native.add("bank_conflict/strided_8_bytes", launch_loads<StridedWords, std::uint64_t>);
  native.add("bank_conflict/row_row", launch<row_row>);
  native.add("bank_conflict/column_column", launch<column_column>);
  native.add("bank_conflict/padded_column", launch<padded_column>);
  native.add("bank_conflict/dynamic_column", launch<dynamic_column, tile * tile * sizeof(Word)>);
  native.add("bank_conflict/same_word_store", launch<same_word_store>);
}

}  // namespace tilebridge::cuda::bank_conflict_experiment
