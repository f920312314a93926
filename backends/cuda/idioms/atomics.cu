// SPDX-License-Identifier: Apache-2.0
// Threads tally random numbers; the variants differ in the words and in the atomic.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/idioms/atomics.hpp"

namespace tilebridge::cuda::atomics_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = Tally::block_size;

/// Calls count(v) for each of this thread's random numbers.
template <class Count>
__device__ void tally(const Tally& t, const Count& count) {
  Word v = t.in[blockIdx.x * block_size + threadIdx.x];
  for (int r = 0; r < t.repeats; ++r) {
    v = Tally::next(v);
    count(v);
  }
}

template <void (*kernel)(Tally)>
void in_global(const Tally& t, Stream stream) {
  check(cudaMemsetAsync(t.out, 0, t.words * sizeof(Word), stream), "clearing the words");
  if (t.blocks > 0) kernel<<<t.blocks, block_size, 0, stream>>>(t);
}

__global__ void global_contended(Tally t) {
  tally(t, [&](Word v) { atomicAdd(t.out + Tally::bin(v), v); });
}

__global__ void global_spread(Tally t) {
  Word* const word = t.out + (blockIdx.x * block_size + threadIdx.x);
  tally(t, [&](Word v) { atomicAdd(word, v); });
}

__global__ void largest(Tally t) {
  tally(t, [&](Word v) { atomicMax(t.out + Tally::bin(v), v); });
}

template <void (*kernel)(Tally)>
void in_shared(const Tally& t, Stream stream) {
  if (t.blocks > 0) kernel<<<t.blocks, block_size, 0, stream>>>(t);
}

constexpr int bins = Tally::bins;

__global__ void scratch_contended(Tally t) {
  __shared__ Word words[bins];

  if (threadIdx.x < bins) words[threadIdx.x] = 0;
  __syncthreads();
  tally(t, [&](Word v) { atomicAdd(words + Tally::bin(v), v); });
  __syncthreads();
  if (threadIdx.x < bins) t.out[blockIdx.x * bins + threadIdx.x] = words[threadIdx.x];
}

__global__ void scratch_spread(Tally t) {
  __shared__ Word words[block_size];

  words[threadIdx.x] = 0;
  __syncthreads();
  tally(t, [&](Word v) { atomicAdd(words + threadIdx.x, v); });
  __syncthreads();
  t.out[blockIdx.x * block_size + threadIdx.x] = words[threadIdx.x];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("atomics/global_contended", in_global<global_contended>);
  native.add("atomics/global_spread", in_global<global_spread>);
  native.add("atomics/scratch_contended", in_shared<scratch_contended>);
  native.add("atomics/scratch_spread", in_shared<scratch_spread>);
  native.add("atomics/fetch", in_global<global_spread>);
  native.add("atomics/compare", in_global<largest>);
}

}  // namespace tilebridge::cuda::atomics_experiment
