// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 threads, directed by their indices.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/idioms/team_control.hpp"

namespace tilebridge::cuda::team_control_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = TeamShape::block_size;

__device__ std::size_t thread_of_grid() {
  return blockIdx.x * std::size_t{block_size} + threadIdx.x;
}

__global__ void add_first(TeamWords w) {
  __shared__ Word words[2];  // used by turns: one barrier per step suffices

  Word v = w.in[thread_of_grid()];
  for (int r = 0; r < w.repeats; ++r) {
    if (threadIdx.x == 0) words[r % 2] = v;
    __syncthreads();
    v = mixed(v) + words[r % 2];
  }
  w.out[thread_of_grid()] = v;
}

__global__ void go_round(TeamWords w) {
  const Word* const words = w.in + blockIdx.x * std::size_t{TeamShape::padded_size};
  const auto word = [&](unsigned k) { return words[k + k / TeamShape::cols]; };
  Word v = word(threadIdx.x);
  for (int r = 0; r < w.repeats; ++r) v = mixed(v) + word((threadIdx.x + r) % block_size);
  w.out[thread_of_grid()] = v;
}

__global__ void walk_tiles(TileWalk w) {
  const unsigned y = threadIdx.x / TileWalk::tile_cols;
  const unsigned x = threadIdx.x % TileWalk::tile_cols;
  int tile = blockIdx.x;
  Word v = 0;
  for (int r = 0; r < w.repeats; ++r, tile += gridDim.x) {
    const int row = tile / w.across;
    const int column = tile % w.across;
    v = mixed(v) +
        (w.rows[row * TileWalk::tile_rows + y] ^ w.columns[column * TileWalk::tile_cols + x]);
  }
  w.out[thread_of_grid()] = v;
}

__global__ void filter_columns(ColumnFilter f) {
  constexpr int width = ColumnFilter::width;
  constexpr int strip = ColumnFilter::strip;
  const int x = blockIdx.x * block_size + threadIdx.x;
  if (x >= f.n) return;
  for (int y = 0; y < f.repeats * strip; y += strip) {
    Word sums[strip] = {};
#pragma unroll
    for (int row = 0; row < strip + width - 1; ++row) {
      const Word word = f.in[(y + row) * f.pitch + x];
#pragma unroll
      for (int s = 0; s < strip; ++s)
        if (s <= row && row - s < width) sums[s] += f.taps.k[row - s] * word;
    }
#pragma unroll
    for (int s = 0; s < strip; ++s) f.out[(y + s) * f.pitch + x] = sums[s];
  }
}

__global__ void sum_lines(LineSums s) {
  int y = blockIdx.x;
  int x = threadIdx.x;
  Word sum = 0;
  for (int r = 0; r < s.repeats; ++r) {
    if (y >= 0 && y < s.rows && x >= 0 && x < s.cols) sum += s.in[y * s.cols + x];
    y += s.down;
    x += s.right;
  }
  s.out[thread_of_grid()] = sum;
}

__global__ void pass_round(TeamWords w) {
  __shared__ Word words[2][block_size];

  words[0][threadIdx.x] = w.in[thread_of_grid()];
  __syncthreads();
  for (int r = 0; r < w.repeats; ++r) {
    const Word taken = words[r % 2][TeamShape::partner(threadIdx.x)];
    words[(r + 1) % 2][threadIdx.x] = mixed(taken) + r;
    __syncthreads();
  }
  w.out[thread_of_grid()] = words[w.repeats % 2][threadIdx.x];
}

template <auto kernel, class Arguments>
void launch(const Arguments& a, Stream stream) {
  if (a.blocks > 0) kernel<<<a.blocks, block_size, 0, stream>>>(a);
}

void launch_filter(const ColumnFilter& f, Stream stream) {
  if (f.pitch > 0) filter_columns<<<f.pitch / block_size, block_size, 0, stream>>>(f);
}

void launch_lines(const LineSums& s, Stream stream) {
  if (s.rows > 0) sum_lines<<<s.rows, block_size, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("team_control/single", launch<add_first, TeamWords>);
  native.add("team_control/signed_rank", launch<go_round, TeamWords>);
  native.add("team_control/league_division", launch<walk_tiles, TileWalk>);
  native.add("team_control/early_return", launch_filter);
  native.add("team_control/conditions", launch_lines);
  native.add("team_control/team_range", launch<pass_round, TeamWords>);
  native.add("team_control/vector_range", launch<pass_round, TeamWords>);
  native.add("team_control/loop_of_one", launch<pass_round, TeamWords>);
}

}  // namespace tilebridge::cuda::team_control_experiment
