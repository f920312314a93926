// SPDX-License-Identifier: Apache-2.0
// The threads of a block pass values round; the variants differ in the branches before the barrier.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/execution/divergent_barrier.hpp"

namespace tilebridge::cuda::divergent_barrier_experiment {
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
  __device__ static void store(Word& word, Word v) {
    word = first(v);
    __syncthreads();
  }
};

struct OddEven {
  __device__ static void store(Word& word, Word v) {
    if (threadIdx.x % 2 == 0)
      word = first(v);
    else
      word = second(v);
    __syncthreads();
  }
};

struct Halves {
  __device__ static void store(Word& word, Word v) {
    if (threadIdx.x < BranchedSteps::half)
      word = first(v);
    else
      word = second(v);
    __syncthreads();
  }
};

struct FirstHalf {
  __device__ static void store(Word& word, Word v) {
    word = v;
    if (threadIdx.x < BranchedSteps::half) word = first(v);
    __syncthreads();  // not in the branch: all threads must reach it
  }
};

struct OddEvenBlocks {
  __device__ static void store(Word& word, Word v) {
    if (blockIdx.x % 2 == 0) {
      word = first(v);
      __syncthreads();
    } else {
      word = second(v);
      __syncthreads();
    }
  }
};

/// Threads may arrive at barrier 0 by different instructions: PTX's barrier.sync, without the
/// .aligned that __syncthreads() has.
struct TwoBarriers {
  __device__ static void store(Word& word, Word v) {
    if (threadIdx.x % 2 == 0) {
      word = first(v);
      __barrier_sync(0);
    } else {
      word = second(v);
      __barrier_sync(0);
    }
  }
};

/// `Branches` stores a thread's word before a barrier.
template <class Branches>
__global__ void pass_round(BranchedSteps b) {
  __shared__ Word words[2][block_size];  // by turns: one barrier per repeat suffices

  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  Word v = b.in[i];
  for (int r = 0; r < b.repeats; ++r) {
    Branches::store(words[r % 2][threadIdx.x], v);
    v = words[r % 2][partner(threadIdx.x)];
  }
  b.out[i] = v;
}

template <class Branches>
void launch(const BranchedSteps& b, Stream stream) {
  if (b.blocks > 0) pass_round<Branches><<<b.blocks, block_size, 0, stream>>>(b);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("divergent_barrier/uniform", launch<Uniform>);
  native.add("divergent_barrier/odd_even", launch<OddEven>);
  native.add("divergent_barrier/halves", launch<Halves>);
  native.add("divergent_barrier/first_half", launch<FirstHalf>);
  native.add("divergent_barrier/odd_even_blocks", launch<OddEvenBlocks>);
  native.add("divergent_barrier/two_barriers", launch<TwoBarriers>, unaligned_barriers);
}

}  // namespace tilebridge::cuda::divergent_barrier_experiment
