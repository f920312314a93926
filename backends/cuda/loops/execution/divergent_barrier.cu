// SPDX-License-Identifier: Apache-2.0
// The threads of a block pass values round, in loops between barriers, so that a thread's value is
// in shared memory; the variants differ in the branches before the barrier.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/execution/divergent_barrier.hpp"

namespace tilebridge::cuda::loops::divergent_barrier_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = BranchedSteps::block_size;

__device__ Word first(Word v) {
#pragma unroll
  for (int step = 0; step < BranchedSteps::steps; ++step) v = BranchedSteps::first_step(v);
  return v;
}

__device__ Word second(Word v) {
#pragma unroll
  for (int step = 0; step < BranchedSteps::steps; ++step) v = BranchedSteps::second_step(v);
  return v;
}

struct Uniform {
  __device__ static void pass(const Word* from, Word* to) {
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) to[t] = first(from[partner(t)]);
    __syncthreads();
  }
};

struct OddEven {
  __device__ static void pass(const Word* from, Word* to) {
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) {
      const Word v = from[partner(t)];
      to[t] = t % 2 == 0 ? first(v) : second(v);
    }
    __syncthreads();
  }
};

struct Halves {
  __device__ static void pass(const Word* from, Word* to) {
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) {
      const Word v = from[partner(t)];
      to[t] = t < BranchedSteps::half ? first(v) : second(v);
    }
    __syncthreads();
  }
};

struct FirstHalf {
  __device__ static void pass(const Word* from, Word* to) {
    for (int t = threadIdx.x; t < block_size; t += blockDim.x) {
      const Word v = from[partner(t)];
      to[t] = t < BranchedSteps::half ? first(v) : v;
    }
    __syncthreads();
  }
};

struct OddEvenBlocks {
  __device__ static void pass(const Word* from, Word* to) {
    if (blockIdx.x % 2 == 0) {
      for (int t = threadIdx.x; t < block_size; t += blockDim.x) to[t] = first(from[partner(t)]);
      __syncthreads();
    } else {
      for (int t = threadIdx.x; t < block_size; t += blockDim.x) to[t] = second(from[partner(t)]);
      __syncthreads();
    }
  }
};

/// `Branches` passes words from one array to the other, before a barrier.
template <class Branches>
__global__ void pass_round(BranchedSteps b) {
  Word* even = scratch<Word>();
  Word* odd = even + block_size;
  const std::size_t begin = blockIdx.x * std::size_t{block_size};
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) even[partner(t)] = b.in[begin + t];
  __syncthreads();
  for (int r = 0; r < b.repeats; ++r)
    Branches::pass(r % 2 == 0 ? even : odd, r % 2 == 0 ? odd : even);
  const Word* last = b.repeats % 2 == 0 ? even : odd;
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) b.out[begin + t] = last[partner(t)];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("divergent_barrier/uniform", flat(pass_round<Uniform>));
  controls.add("divergent_barrier/odd_even", flat(pass_round<OddEven>));
  controls.add("divergent_barrier/halves", flat(pass_round<Halves>));
  controls.add("divergent_barrier/first_half", flat(pass_round<FirstHalf>));
  controls.add("divergent_barrier/odd_even_blocks", flat(pass_round<OddEvenBlocks>));
}

}  // namespace tilebridge::cuda::loops::divergent_barrier_experiment
