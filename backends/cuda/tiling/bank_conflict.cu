// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from shared memory; the variants differ in the banks used.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/bank_conflict.hpp"

namespace tilebridge::cuda {
namespace {

// [*]
using Word = std::uint32_t;

// [strided, broadcast]
/// Compile-time offsets keep the address arithmetic from dominating the run time; 32 words apart,
/// the loads cannot be merged into wider ones.
__global__ void strided(StridedLoads s) {
  __shared__ Word words[StridedLoads::words];

  const int thread = threadIdx.x;
  for (int w = thread; w < StridedLoads::words; w += StridedLoads::block_size) words[w] = s.in[w];
  __syncthreads();

  const int first = thread * s.stride % StridedLoads::span;
  Word sum = 0;
  for (int r = 0; r < s.repeats; ++r) {
    const int word = first + r % 32;
#pragma unroll
    for (int k = 0; k < StridedLoads::loads; ++k) sum += words[word + 32 * k];
  }
  s.out[blockIdx.x * std::size_t{StridedLoads::block_size} + thread] = sum;
}

void launch_strided(const StridedLoads& s, Stream stream) {
  if (s.blocks > 0) strided<<<s.blocks, StridedLoads::block_size, 0, stream>>>(s);
}

// [row_row, column_column, padded_column, dynamic_column]
constexpr int tile = TileExchange::tile;

/// place(y, x) is where thread (y, x) stores. A warp covers all x of one y.
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

// [row_row]
__global__ void row_row(TileExchange t) {
  __shared__ Word words[tile][tile];
  exchange(t, [&](int y, int x) -> Word& { return words[y][x]; });
}

// [column_column]
__global__ void column_column(TileExchange t) {
  __shared__ Word words[tile][tile];
  exchange(t, [&](int y, int x) -> Word& { return words[x][y]; });
}

// [padded_column]
__global__ void padded_column(TileExchange t) {
  __shared__ Word words[tile][tile + 1];
  exchange(t, [&](int y, int x) -> Word& { return words[x][y]; });
}

// [dynamic_column]
__global__ void dynamic_column(TileExchange t) {
  extern __shared__ Word dynamic_words[];
  exchange(t, [&](int y, int x) -> Word& { return dynamic_words[x * tile + y]; });
}

// [row_row, column_column, padded_column, dynamic_column]
template <void (*kernel)(TileExchange), std::size_t dynamic_bytes = 0>
void launch(const TileExchange& t, Stream stream) {
  if (t.blocks > 0) kernel<<<t.blocks, dim3(tile, tile), dynamic_bytes, stream>>>(t);
}

// [/]

}  // namespace

void add_bank_conflict(NativeKernels& native) {
  native.add("bank_conflict/strided", launch_strided);
  native.add("bank_conflict/broadcast", launch_strided);
  native.add("bank_conflict/row_row", launch<row_row>);
  native.add("bank_conflict/column_column", launch<column_column>);
  native.add("bank_conflict/padded_column", launch<padded_column>);
  native.add("bank_conflict/dynamic_column", launch<dynamic_column, tile * tile * sizeof(Word)>);
}

}  // namespace tilebridge::cuda
