// SPDX-License-Identifier: Apache-2.0
// These kernels do in CUDA what the teams' kernels do with scratch memory.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/idioms/scratch_use.hpp"

namespace tilebridge::cuda::scratch_use_experiment {
namespace {

// [*]
using Word = std::uint32_t;
constexpr int block_size = TeamWords::block_size;

__device__ Word mixed(Word v) { return (v >> Mixing::shift) ^ (v * Mixing::factor); }

__device__ std::size_t thread_of_grid() {
  return blockIdx.x * std::size_t{block_size} + threadIdx.x;
}

__device__ unsigned partner() { return (threadIdx.x + TeamWords::apart) % block_size; }

// [view]
__global__ void pass_values(TeamWords w) {
  __shared__ Word words[2][block_size];  // by turns: one barrier per step suffices

  Word v = w.in[thread_of_grid()];
  for (int r = 0; r < w.repeats; ++r) {
    words[r % 2][threadIdx.x] = v;
    __syncthreads();
    v = mixed(words[r % 2][partner()]) + r;
  }
  w.out[thread_of_grid()] = v;
}

// [run_time_extents, layout_left]
__global__ void walk_tile(TeamWords w) {
  __shared__ Word tile[TeamWords::rows][TeamWords::cols];

  const unsigned y = threadIdx.x / TeamWords::cols;
  const unsigned x = threadIdx.x % TeamWords::cols;
  Word v = w.in[thread_of_grid()];
  tile[y][x] = v;
  __syncthreads();
  for (int r = 0; r < w.repeats; ++r)
    v = mixed(v) + tile[(y + r) % TeamWords::rows][(x + r) % TeamWords::cols];
  w.out[thread_of_grid()] = v;
}

// [load_store]
__global__ void stage_pieces(StagedPieces s) {
  __shared__ Word words[StagedPieces::piece_size];

  const Word* piece = s.in + blockIdx.x * std::size_t{StagedPieces::piece_size} * s.repeats;
  Word v = 0;
  for (int r = 0; r < s.repeats; ++r, piece += StagedPieces::piece_size) {
    for (int w = threadIdx.x; w < StagedPieces::piece_size; w += block_size) words[w] = piece[w];
    __syncthreads();
    for (int k = 0; k < StagedPieces::items; ++k) v = mixed(v) + words[k * block_size + partner()];
    __syncthreads();
  }
  s.out[thread_of_grid()] = v;
}

// [kept_in_scratch]
__global__ void keep_values(TeamWords w) {
  __shared__ Word words[2][block_size];

  Word v = w.in[thread_of_grid()];
  for (int r = 0; r < w.repeats; ++r) {
    words[r % 2][threadIdx.x] = v;
    __syncthreads();
    v = mixed(v) + words[r % 2][partner()];
  }
  w.out[thread_of_grid()] = v;
}

// [word_by_word]
__global__ void combine_rows(TeamWords w) {
  constexpr int side = TeamWords::side;
  __shared__ Word tile[side][side];

  const unsigned y = threadIdx.x / side;
  Word v = w.in[thread_of_grid()];
  tile[y][threadIdx.x % side] = v;
  __syncthreads();
  for (int r = 0; r < w.repeats; ++r)
    for (int k = 0; k < side; ++k) v = v * Mixing::factor + tile[(y + r) % side][k];
  w.out[thread_of_grid()] = v;
}

// [*]
template <auto kernel, class Arguments>
void launch(const Arguments& a, Stream stream) {
  if (a.blocks > 0) kernel<<<a.blocks, block_size, 0, stream>>>(a);
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("scratch_use/view", launch<pass_values, TeamWords>);
  native.add("scratch_use/run_time_extents", launch<walk_tile, TeamWords>);
  native.add("scratch_use/layout_left", launch<walk_tile, TeamWords>);
  native.add("scratch_use/load_store", launch<stage_pieces, StagedPieces>);
  native.add("scratch_use/kept_in_scratch", launch<keep_values, TeamWords>);
  native.add("scratch_use/word_by_word", launch<combine_rows, TeamWords>);
}

}  // namespace tilebridge::cuda::scratch_use_experiment
