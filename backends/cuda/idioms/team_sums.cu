// SPDX-License-Identifier: Apache-2.0
// Sums of neighbouring elements: over a block, over a warp, over everything.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/idioms/team_sums.hpp"

namespace tilebridge::cuda::team_sums_experiment {
namespace {

// [*]
using Word = std::uint32_t;
constexpr int block_size = TeamSums<Word>::block_size;

// [vector_reduce]
constexpr int lanes = TeamSums<Word>::warp_size;  // each half of a 64-wide wavefront by itself
constexpr int warps = TeamSums<Word>::warps;

/// A sum per warp, which is threadIdx.y.
__global__ void sum_warps(TeamSums<Word> s) {
  for (int r = 0; r < s.repeats; ++r) {
    const int row = (blockIdx.x * s.repeats + r) * warps + threadIdx.y;
    const Word sum = warp_sum<lanes>(s.in[row * lanes + threadIdx.x]);
    if (threadIdx.x == 0) s.out[row] = sum;
  }
}

void vector_reduce(const TeamSums<Word>& s, Stream stream) {
  if (s.blocks > 0) sum_warps<<<s.blocks, dim3(lanes, warps), 0, stream>>>(s);
}

// [team_reduce, team_reduce_float, nested_reduce]
/// A sum per block.
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

// [range_reduce]
__global__ void sum_all(TeamSums<Word> s) {
  Word sum = 0;
  for (int r = 0; r < s.repeats; ++r)
    sum += s.in[(blockIdx.x * s.repeats + r) * block_size + threadIdx.x];
  sum = block_sum<block_size>(sum);
  if (threadIdx.x == 0) atomicAdd(s.out, sum);
}

void range_reduce(const TeamSums<Word>& s, Stream stream) {
  check(cudaMemsetAsync(s.out, 0, sizeof(Word), stream), "clearing the sum");
  if (s.blocks > 0) sum_all<<<s.blocks, block_size, 0, stream>>>(s);
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("team_sums/team_reduce", by_blocks<Word>);
  native.add("team_sums/team_reduce_float", by_blocks<float>);
  native.add("team_sums/nested_reduce", by_blocks<Word>);
  native.add("team_sums/vector_reduce", vector_reduce);
  native.add("team_sums/range_reduce", range_reduce);
}

}  // namespace tilebridge::cuda::team_sums_experiment
