// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 threads with dynamic shared memory, used as each variant's Views use it.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/idioms/scratch_use.hpp"

namespace tilebridge::cuda::loops::scratch_use_experiment {
namespace {

constexpr int block_size = TeamShape::block_size;

__device__ std::size_t thread_of_grid() {
  return blockIdx.x * std::size_t{block_size} + threadIdx.x;
}

__device__ unsigned partner() { return TeamShape::partner(threadIdx.x); }

template <class T>
__global__ void view(TeamValues<T> w) {
  T* const numbers = scratch<T>();  // [2][block_size], used by turns: one barrier per step suffices
  T v = w.in[thread_of_grid()];
  for (int r = 0; r < w.repeats; ++r) {
    T* const row = numbers + r % 2 * block_size;
    row[threadIdx.x] = v;
    __syncthreads();
    v = damping<T> - row[partner()];
  }
  w.out[thread_of_grid()] = v;
}

/// Element (y, x) of the tile is at y * down + x * right.
template <class T>
__device__ void walk_tile(const TeamValues<T>& w, int down, int right) {
  T* const tile = scratch<T>();
  const unsigned y = threadIdx.x / TeamShape::cols;
  const unsigned x = threadIdx.x % TeamShape::cols;
  T v = w.in[thread_of_grid()];
  tile[y * down + x * right] = v;
  __syncthreads();
  for (int r = 0; r < w.repeats; ++r)
    v = v * damping<T> + tile[(y + r) % TeamShape::rows * down + (x + r) % TeamShape::cols * right];
  w.out[thread_of_grid()] = v;
}

template <class T>
__global__ void run_time_extents(TeamValues<T> w, int cols) {
  walk_tile(w, cols, 1);
}

template <class T>
void walk_at_run_time(const TeamValues<T>& w, const LaunchShapes& followed, Stream stream) {
  for (const LaunchShape& shape : followed)
    launch(run_time_extents<T>, flat(shape), stream, w, TeamShape::cols);
}

template <class T>
__global__ void layout_left(TeamValues<T> w) {
  walk_tile(w, 1, TeamShape::rows);
}

template <class T>
__global__ void kept_in_scratch(TeamValues<T> w) {
  T* const numbers = scratch<T>();            // [2][block_size]
  T* const value = numbers + 2 * block_size;  // [block_size]
  value[threadIdx.x] = w.in[thread_of_grid()];
  for (int r = 0; r < w.repeats; ++r) {
    T* const row = numbers + r % 2 * block_size;
    row[threadIdx.x] = value[threadIdx.x];
    __syncthreads();
    value[threadIdx.x] = value[threadIdx.x] * damping<T> + row[partner()] * (1 - damping<T>);
  }
  w.out[thread_of_grid()] = value[threadIdx.x];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("scratch_use/view", flat(view<T>));
    controls.add("scratch_use/run_time_extents", walk_at_run_time<T>);
    controls.add("scratch_use/layout_left", flat(layout_left<T>));
    controls.add("scratch_use/kept_in_scratch", flat(kept_in_scratch<T>));
  });
}

}  // namespace tilebridge::cuda::loops::scratch_use_experiment
