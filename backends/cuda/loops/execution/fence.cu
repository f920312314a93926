// SPDX-License-Identifier: Apache-2.0
// Threads store and load words, in loops over a block's threads; the variants differ in what is
// between a store and a load.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/execution/fence.hpp"

namespace tilebridge::cuda::loops::fence_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = FencedSteps::block_size;
constexpr int depth = FencedSteps::depth;

/// Index of word k of thread t among the words of its block.
__device__ std::size_t at(std::size_t k, std::size_t t) { return k * block_size + t; }

/// Index of a block's first word in `in` and `out`.
__device__ std::size_t first_word() { return blockIdx.x * std::size_t{FencedSteps::words}; }

struct None {
  using Stored = Word;
  __device__ static void wait() {}
};

struct DeviceFence {
  using Stored = Word;
  __device__ static void wait() { __threadfence(); }
};

struct Volatile {
  using Stored = volatile Word;
  __device__ static void wait() {}
};

template <class Between>
__device__ void step(Between, Word* words, int thread, int repeats) {
  const auto word = [&](Word k) ->
      typename Between::Stored& { return words[at(k % depth, thread)]; };
  Word value = words[at(0, thread)];
  for (int r = 0; r < repeats; ++r) {
    word(value) = value + r;
    Between::wait();
    value = word(value / depth);
  }
  words[at(0, thread)] = value;
}

template <class T>
struct OwnWord {};

/// The word's address is known: without volatile a compiler keeps the word in a register.
template <class T>
__device__ void step(OwnWord<T>, Word* words, int thread, int repeats) {
  T& word = words[at(0, thread)];
  for (int r = 0; r < repeats; ++r) word = (word ^ static_cast<Word>(r)) * FencedSteps::factor;
}

template <class Between>
__global__ void in_scratch(FencedSteps f) {
  Word* words = scratch<Word>();  // [depth][block_size]
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) {
    for (int k = 0; k < depth; ++k) words[at(k, t)] = f.in[first_word() + at(k, t)];
    step(Between(), words, t, f.repeats);
    for (int k = 0; k < depth; ++k) f.out[first_word() + at(k, t)] = words[at(k, t)];
  }
}

template <class Between>
__global__ void in_global_memory(FencedSteps f) {
  Word* words = f.out + first_word();
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) {
    for (int k = 0; k < depth; ++k) words[at(k, t)] = f.in[first_word() + at(k, t)];
    step(Between(), words, t, f.repeats);
  }
}

template <class Between>
void fenced(const FencedSteps& f, const LaunchShapes& followed, Stream stream) {
  flat(f.in_global_memory ? in_global_memory<Between> : in_scratch<Between>)(f, followed, stream);
}

/// `values` keeps a thread's value from one loop to the next. The rounds are not unrolled; the
/// respelled control unrolls four.
template <int unrolled>
struct OwnWords {
  __device__ static void step(Word* words, Word* values, int repeats) {
    constexpr int rounds = with_barriers(unrolled);
#pragma unroll rounds
    for (int r = 0; r < repeats; ++r) {
      for (int t = threadIdx.x; t < block_size; t += blockDim.x)
        words[at(values[t] % depth, t)] = values[t] + r;
      __syncthreads();
      for (int t = threadIdx.x; t < block_size; t += blockDim.x)
        values[t] = words[at(values[t] / depth % depth, t)];
    }
  }
};

/// A word is stored again three barriers after it is loaded.
struct NextWords {
  __device__ static void step(Word* words, Word* values, int repeats) {
    for (int r = 0; r < repeats; ++r) {
      for (int t = threadIdx.x; t < block_size; t += blockDim.x)
        words[at(r % depth, t)] = values[t] + r;
      __syncthreads();
      for (int t = threadIdx.x; t < block_size; t += blockDim.x)
        values[t] = words[at(r % depth, (t + 1) % block_size)];
    }
    __syncthreads();
  }
};

template <class Steps>
__device__ void step_with_barriers(const FencedSteps& f, Word* words, Word* values) {
  for (int t = threadIdx.x; t < block_size; t += blockDim.x)
    for (int k = 0; k < depth; ++k) words[at(k, t)] = f.in[first_word() + at(k, t)];
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) values[t] = words[at(0, t)];
  Steps::step(words, values, f.repeats);
  for (int t = threadIdx.x; t < block_size; t += blockDim.x) words[at(0, t)] = values[t];
}

template <class Steps>
__global__ void barrier_in_scratch(FencedSteps f) {
  Word* words = scratch<Word>();  // [depth][block_size]
  step_with_barriers<Steps>(f, words, words + FencedSteps::words);
  for (int t = threadIdx.x; t < block_size; t += blockDim.x)
    for (int k = 0; k < depth; ++k) f.out[first_word() + at(k, t)] = words[at(k, t)];
}

template <class Steps>
__global__ void barrier_in_global_memory(FencedSteps f) {
  step_with_barriers<Steps>(f, f.out + first_word(), scratch<Word>());
}

template <class Steps>
void barrier(const FencedSteps& f, const LaunchShapes& followed, Stream stream) {
  flat(f.in_global_memory ? barrier_in_global_memory<Steps> : barrier_in_scratch<Steps>)(
      f, followed, stream);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("fence/none", fenced<None>);
  controls.add("fence/barrier", barrier<OwnWords<1>>);
  controls.add("fence/neighbour", barrier<NextWords>);
  controls.add("fence/device_fence", fenced<DeviceFence>);
  controls.add("fence/volatile", fenced<Volatile>);
  controls.add("fence/own_word", fenced<OwnWord<Word>>);
  controls.add("fence/own_word_volatile", fenced<OwnWord<volatile Word>>);
  controls.add_respelled("fence/barrier", barrier<OwnWords<4>>);
}

}  // namespace tilebridge::cuda::loops::fence_experiment
