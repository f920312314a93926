// SPDX-License-Identifier: Apache-2.0
// Blocks of 256 threads that stage numbers in shared memory.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/idioms/scratch_use.hpp"

namespace tilebridge::cuda::scratch_use_experiment {
namespace {

constexpr int block_size = TeamShape::block_size;

__device__ std::size_t thread_of_grid() {
  return blockIdx.x * std::size_t{block_size} + threadIdx.x;
}

__device__ unsigned partner() { return TeamShape::partner(threadIdx.x); }

template <class T>
__global__ void pass_values(TeamValues<T> w) {
  __shared__ T numbers[2][block_size];  // used by turns: one barrier per step suffices

  T v = w.in[thread_of_grid()];
  for (int r = 0; r < w.repeats; ++r) {
    numbers[r % 2][threadIdx.x] = v;
    __syncthreads();
    v = damping<T> - numbers[r % 2][partner()];
  }
  w.out[thread_of_grid()] = v;
}

template <class T>
__global__ void walk_tile(TeamValues<T> w) {
  __shared__ T tile[TeamShape::rows][TeamShape::cols];

  const unsigned y = threadIdx.x / TeamShape::cols;
  const unsigned x = threadIdx.x % TeamShape::cols;
  T v = w.in[thread_of_grid()];
  tile[y][x] = v;
  __syncthreads();
  for (int r = 0; r < w.repeats; ++r)
    v = v * damping<T> + tile[(y + r) % TeamShape::rows][(x + r) % TeamShape::cols];
  w.out[thread_of_grid()] = v;
}

template <class T>
__global__ void stage_pieces(StagedPieces<T> s) {
  using Pieces = StagedPieces<T>;
  __shared__ T numbers[Pieces::piece_size];

  const T* piece = s.in + blockIdx.x * std::size_t{Pieces::piece_size} * s.repeats;
  T v = 0;
  for (int r = 0; r < s.repeats; ++r, piece += Pieces::piece_size) {
    for (int i = threadIdx.x; i < Pieces::piece_size; i += block_size) numbers[i] = piece[i];
    __syncthreads();
    for (int k = 0; k < Pieces::items; ++k)
      v = v * damping<T> + numbers[k * block_size + partner()];
    __syncthreads();
  }
  s.out[thread_of_grid()] = v;
}

template <class T>
__global__ void keep_values(TeamValues<T> w) {
  __shared__ T numbers[2][block_size];

  T v = w.in[thread_of_grid()];
  for (int r = 0; r < w.repeats; ++r) {
    numbers[r % 2][threadIdx.x] = v;
    __syncthreads();
    v = v * damping<T> + numbers[r % 2][partner()] * (1 - damping<T>);
  }
  w.out[thread_of_grid()] = v;
}

template <class T>
__global__ void combine_rows(TeamValues<T> w) {
  constexpr int side = TeamShape::side;
  __shared__ T tile[side][side];

  const unsigned y = threadIdx.x / side;
  T v = w.in[thread_of_grid()];
  tile[y][threadIdx.x % side] = v;
  __syncthreads();
  for (int r = 0; r < w.repeats; ++r)
    for (int k = 0; k < side; ++k) v = v * damping<T> + tile[(y + r) % side][k];
  w.out[thread_of_grid()] = v;
}

template <auto kernel, class Arguments>
void launch(const Arguments& a, Stream stream) {
  if (a.blocks > 0) kernel<<<a.blocks, block_size, 0, stream>>>(a);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("scratch_use/view", launch<pass_values<T>, TeamValues<T>>);
    native.add("scratch_use/run_time_extents", launch<walk_tile<T>, TeamValues<T>>);
    native.add("scratch_use/layout_left", launch<walk_tile<T>, TeamValues<T>>);
    native.add("scratch_use/load_store", launch<stage_pieces<T>, StagedPieces<T>>);
    native.add("scratch_use/kept_in_scratch", launch<keep_values<T>, TeamValues<T>>);
    native.add("scratch_use/word_by_word", launch<combine_rows<T>, TeamValues<T>>);
  });
}

}  // namespace tilebridge::cuda::scratch_use_experiment
