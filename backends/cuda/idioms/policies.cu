// SPDX-License-Identifier: Apache-2.0
// One element per thread, but in a sum; the variants differ in the blocks.
#include <algorithm>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/idioms/policies.hpp"

namespace tilebridge::cuda::policies_experiment {
namespace {

constexpr int block_size = ScaledGrid<float>::block_size;

template <class T>
__global__ void scale_flat(ScaledGrid<T> g, int n) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i < n) g.out[i] = g.factor * g.in[i];
}

/// A thread computes its row and column, as in a flat loop over a matrix.
template <class T>
__global__ void scale_divided(ScaledGrid<T> g, int n) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i >= n) return;
  const int y = i / g.nx, x = i % g.nx;
  const std::size_t at = g.at(y, x);
  g.out[at] = g.factor * g.in[at];
}

template <auto kernel, class T>
void launch_flat(const ScaledGrid<T>& g, Stream stream) {
  const int n = g.elements();
  if (n > 0) kernel<<<ceil_div(n, block_size), block_size, 0, stream>>>(g, n);
}

template <class T>
__global__ void scale_matrix(ScaledGrid<T> g, int rows) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= g.nx || y >= rows) return;
  const std::size_t at = g.at(y, x);
  g.out[at] = g.factor * g.in[at];
}

template <class T>
void launch_matrix(const ScaledGrid<T>& g, Stream stream) {
  const dim3 block(32, 8);
  const dim3 grid(ceil_div(g.nx, block.x), ceil_div(g.rows(), block.y));
  if (g.elements() > 0) scale_matrix<<<grid, block, 0, stream>>>(g, g.rows());
}

template <class T>
__global__ void scale_volume(ScaledGrid<T> g) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= g.nx || y >= g.ny || z >= g.nz) return;
  const std::size_t at = (std::size_t(z) * g.ny + y) * g.nx + x;
  g.out[at] = g.factor * g.in[at];
}

template <class T>
void launch_volume(const ScaledGrid<T>& g, Stream stream) {
  const dim3 block(32, 4, 2);
  const dim3 grid(ceil_div(g.nx, block.x), ceil_div(g.ny, block.y), ceil_div(g.nz, block.z));
  if (g.elements() > 0) scale_volume<<<grid, block, 0, stream>>>(g);
}

using Word = std::uint32_t;

/// A warp takes every so many rows, and a block adds the sums of its warps to the result.
__global__ void sum_matrix(GridSum g) {
  __shared__ Word of_block;
  const bool is_first = threadIdx.x == 0 && threadIdx.y == 0;
  if (is_first) of_block = 0;
  __syncthreads();

  Word sum = 0;
  for (int y = blockIdx.x * blockDim.y + threadIdx.y; y < g.rows; y += gridDim.x * blockDim.y)
    for (int x = threadIdx.x; x < g.nx; x += warp_size) sum += g.in[std::size_t(y) * g.nx + x];
  sum = warp_sum(sum);
  if (threadIdx.x == 0) atomicAdd(&of_block, sum);
  __syncthreads();
  if (is_first) atomicAdd(g.result, of_block);
}

void launch_sum(const GridSum& g, Stream stream) {
  constexpr int blocks_per_multiprocessor = 8;
  const dim3 block(warp_size, 8);
  const auto blocks = std::min<std::size_t>(ceil_div(g.rows, block.y),
                                            blocks_per_multiprocessor * multiprocessors());
  check(cudaMemsetAsync(g.result, 0, sizeof(Word), stream), "clearing the sum");
  if (g.elements() > 0) sum_matrix<<<blocks, block, 0, stream>>>(g);
}

__device__ Word mixed(const Word* in, Word row, int rounds) {
  constexpr int values = WalkThenMix::values;
  Word value[values];
#pragma unroll
  for (int k = 0; k < values; ++k) value[k] = in[k] + row;
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int k = 0; k < values; ++k)
      value[k] = WalkThenMix::factor * value[k] + value[(k + 1) % values];
  Word sum = 0;
#pragma unroll
  for (int k = 0; k < values; ++k) sum += value[k];
  return sum;
}

__global__ void __launch_bounds__(WalkThenMix::block_size, WalkThenMix::blocks_wanted)
    walk_then_mix(WalkThenMix w) {
  const int i = blockIdx.x * WalkThenMix::block_size + threadIdx.x;
  if (i >= w.n) return;
  const int column = i % RowWalk::width;
  Word row = i / RowWalk::width % w.walk.rows;
  for (int step = 0; step < w.walk.steps; ++step) row = w.walk.next[row * RowWalk::width + column];
  w.out[i] = mixed(w.in + i, row, w.rounds);
}

void launch_walk(const WalkThenMix& w, Stream stream) {
  constexpr int threads = WalkThenMix::block_size;
  if (w.n > 0) walk_then_mix<<<ceil_div(w.n, threads), threads, 0, stream>>>(w);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("policies/range", launch_flat<scale_flat<T>, T>);
    native.add("policies/team_auto", launch_flat<scale_flat<T>, T>);
    native.add("policies/mdrange_tile", launch_matrix<T>);
    native.add("policies/mdrange_order", launch_matrix<T>);
    native.add("policies/mdrange3_tile", launch_volume<T>);
    native.add("policies/index_type", launch_flat<scale_divided<T>, T>);
  });
  native.add("policies/mdrange_reduce", launch_sum);
  native.add("policies/launch_bounds", launch_walk);
}

}  // namespace tilebridge::cuda::policies_experiment
