// SPDX-License-Identifier: Apache-2.0
// Sums of neighbouring elements: over a block, over a warp, over everything.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/idioms/team_sums.hpp"

namespace tilebridge::cuda::team_sums_experiment {
namespace {

constexpr int block_size = TeamSums<float>::block_size;
constexpr int lanes = TeamSums<float>::warp_size;  // half a wavefront, where one has 64 lanes
constexpr int warps = TeamSums<float>::warps;

/// Each warp, whose number is threadIdx.y, computes a sum.
template <class T>
__global__ void sum_warps(TeamSums<T> s) {
  for (int r = 0; r < s.repeats; ++r) {
    const int row = (blockIdx.x * s.repeats + r) * warps + threadIdx.y;
    const T sum = warp_sum<lanes>(s.in[row * lanes + threadIdx.x]);
    if (threadIdx.x == 0) s.out[row] = sum;
  }
}

template <class T>
void vector_reduce(const TeamSums<T>& s, Stream stream) {
  if (s.blocks > 0) sum_warps<<<s.blocks, dim3(lanes, warps), 0, stream>>>(s);
}

template <class T>
__global__ void sum_blocks(TeamSums<T> s) {
  for (int r = 0; r < s.repeats; ++r) {
    const int row = blockIdx.x * s.repeats + r;
    const T sum = block_sum<block_size>(s.in[row * block_size + threadIdx.x]);
    if (threadIdx.x == 0) s.out[row] = sum;
    __syncthreads();  // the warps' sums have been read before the next ones are written
  }
}

template <class T>
void by_blocks(const TeamSums<T>& s, Stream stream) {
  if (s.blocks > 0) sum_blocks<<<s.blocks, block_size, 0, stream>>>(s);
}

template <class T>
__global__ void sum_all(TeamSums<T> s) {
  T sum = 0;
  for (int r = 0; r < s.repeats; ++r)
    sum += s.in[(blockIdx.x * s.repeats + r) * block_size + threadIdx.x];
  sum = block_sum<block_size>(sum);
  if (threadIdx.x == 0) atomicAdd(s.out, sum);
}

template <class T>
void range_reduce(const TeamSums<T>& s, Stream stream) {
  check(cudaMemsetAsync(s.out, 0, sizeof(T), stream), "clearing the sum");
  if (s.blocks > 0) sum_all<<<s.blocks, block_size, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("team_sums/team_reduce", by_blocks<T>);
    native.add("team_sums/nested_reduce", by_blocks<T>);
    native.add("team_sums/vector_reduce", vector_reduce<T>);
    native.add("team_sums/range_reduce", range_reduce<T>);
  });
}

}  // namespace tilebridge::cuda::team_sums_experiment
