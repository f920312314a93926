// SPDX-License-Identifier: Apache-2.0
// Threads store and load words; the variants differ in what is between a store and a load.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/execution/fence.hpp"

namespace tilebridge::cuda::fence_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = FencedSteps::block_size;
constexpr int depth = FencedSteps::depth;

struct None {
  using Stored = Word;
  __device__ static void wait() {}
};

struct Barrier {
  using Stored = Word;
  __device__ static void wait() { __syncthreads(); }
};

struct BlockFence {
  using Stored = Word;
  __device__ static void wait() { __threadfence_block(); }
};

struct DeviceFence {
  using Stored = Word;
  __device__ static void wait() { __threadfence(); }
};

struct SystemFence {
  using Stored = Word;
  __device__ static void wait() { __threadfence_system(); }
};

struct Volatile {
  using Stored = volatile Word;
  __device__ static void wait() {}
};

/// `words` are the thread's own, block_size apart.
template <class Between>
__device__ void step(typename Between::Stored* words, int repeats) {
  Word value = words[0];
  for (int r = 0; r < repeats; ++r) {
    words[value % depth * block_size] = value + r;
    Between::wait();
    value = words[value / depth % depth * block_size];
  }
  words[0] = value;
}

template <class T>
struct OwnWord {
  using Stored = T;
};

/// The word's address is known: without volatile a compiler keeps the word in a register.
template <class T>
__device__ void update(T* word, int repeats) {
  for (int r = 0; r < repeats; ++r) *word = (*word ^ r) * FencedSteps::factor;
}

template <>
__device__ void step<OwnWord<Word>>(Word* words, int repeats) {
  update(words, repeats);
}

template <>
__device__ void step<OwnWord<volatile Word>>(volatile Word* words, int repeats) {
  update(words, repeats);
}

struct Neighbour {
  using Stored = Word;
};

/// A word is stored again three barriers after it is loaded.
template <>
__device__ void step<Neighbour>(Word* own, int repeats) {
  const Word* const next = own - threadIdx.x + (threadIdx.x + 1) % block_size;
  Word value = own[0];
  for (int r = 0; r < repeats; ++r) {
    own[r % depth * block_size] = value + r;
    __syncthreads();
    value = next[r % depth * block_size];
  }
  __syncthreads();
  own[0] = value;
}

/// Index of a thread's first word in `in` and `out`.
__device__ std::size_t first_word() {
  return blockIdx.x * std::size_t{FencedSteps::words} + threadIdx.x;
}

template <class Between>
__global__ void in_shared_memory(FencedSteps f) {
  __shared__ Word words[FencedSteps::words];

  Word* const own = words + threadIdx.x;
  for (int k = 0; k < depth; ++k) own[k * block_size] = f.in[first_word() + k * block_size];
  step<Between>(own, f.repeats);
  for (int k = 0; k < depth; ++k) f.out[first_word() + k * block_size] = own[k * block_size];
}

template <class Between>
__global__ void in_global_memory(FencedSteps f) {
  Word* const own = f.out + first_word();
  for (int k = 0; k < depth; ++k) own[k * block_size] = f.in[first_word() + k * block_size];
  step<Between>(own, f.repeats);
}

template <class Between>
void launch(const FencedSteps& f, Stream stream) {
  const auto kernel = f.in_global_memory ? in_global_memory<Between> : in_shared_memory<Between>;
  if (f.blocks > 0) kernel<<<f.blocks, block_size, 0, stream>>>(f);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("fence/none", launch<None>);
  native.add("fence/barrier", launch<Barrier>);
  native.add("fence/neighbour", launch<Neighbour>);
  native.add("fence/block_fence", launch<BlockFence>);
  native.add("fence/device_fence", launch<DeviceFence>);
  native.add("fence/system_fence", launch<SystemFence>);
  native.add("fence/volatile", launch<Volatile>);
  native.add("fence/own_word", launch<OwnWord<Word>>);
  native.add("fence/own_word_volatile", launch<OwnWord<volatile Word>>);
}

}  // namespace tilebridge::cuda::fence_experiment
