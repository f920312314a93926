// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 threads with dynamic shared memory, used as each variant's Views use it.
#include "backends/cuda/ranges/ranges.hpp"
#include "catalogue/idioms/scratch_use.hpp"

namespace tilebridge::cuda::ranges::scratch_use_experiment {
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
__global__ void view(TeamWords w) {
  Word* const words = scratch<Word>();  // [2][block_size], by turns: one barrier per step suffices
  Word v = w.in[thread_of_grid()];
  for (int r = 0; r < w.repeats; ++r) {
    Word* const row = words + r % 2 * block_size;
    row[threadIdx.x] = v;
    __syncthreads();
    v = mixed(row[partner()]) + r;
  }
  w.out[thread_of_grid()] = v;
}

// [run_time_extents, layout_left]
/// Word (y, x) of the tile is at y * down + x * right.
__device__ void walk_tile(const TeamWords& w, int down, int right) {
  Word* const tile = scratch<Word>();
  const unsigned y = threadIdx.x / TeamWords::cols;
  const unsigned x = threadIdx.x % TeamWords::cols;
  Word v = w.in[thread_of_grid()];
  tile[y * down + x * right] = v;
  __syncthreads();
  for (int r = 0; r < w.repeats; ++r)
    v = mixed(v) + tile[(y + r) % TeamWords::rows * down + (x + r) % TeamWords::cols * right];
  w.out[thread_of_grid()] = v;
}

// [run_time_extents]
__global__ void run_time_extents(TeamWords w, int cols) { walk_tile(w, cols, 1); }

void walk_at_run_time(const TeamWords& w, const LaunchShapes& followed, Stream stream) {
  for (const LaunchShape& shape : followed)
    launch(run_time_extents, flat(shape), stream, w, TeamWords::cols);
}

// [layout_left]
__global__ void layout_left(TeamWords w) { walk_tile(w, 1, TeamWords::rows); }

// [kept_in_scratch]
__global__ void kept_in_scratch(TeamWords w) {
  Word* const words = scratch<Word>();         // [2][block_size]
  Word* const value = words + 2 * block_size;  // [block_size]
  value[threadIdx.x] = w.in[thread_of_grid()];
  for (int r = 0; r < w.repeats; ++r) {
    Word* const row = words + r % 2 * block_size;
    row[threadIdx.x] = value[threadIdx.x];
    __syncthreads();
    value[threadIdx.x] = mixed(value[threadIdx.x]) + row[partner()];
  }
  w.out[thread_of_grid()] = value[threadIdx.x];
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls controls(native);
  controls.add("scratch_use/view", flat(view));
  controls.add("scratch_use/run_time_extents", walk_at_run_time);
  controls.add("scratch_use/layout_left", flat(layout_left));
  controls.add("scratch_use/kept_in_scratch", flat(kept_in_scratch));
}

}  // namespace tilebridge::cuda::ranges::scratch_use_experiment
