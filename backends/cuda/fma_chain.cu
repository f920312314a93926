// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds in registers.
#include "backends/cuda/fma_chain.hpp"

namespace tilebridge::cuda {
namespace {

// [shown]
constexpr int block_size = 128;
constexpr int few_vectors = 2;  // of a thread, of 16 bytes each: so many more threads are resident
constexpr int many_vectors = 4;

__device__ void step_chain(float& value) { value = FmaChain::factor * value + FmaChain::addend; }

/// Blocks of an SM. With more vectors a thread has more registers, and twice as many as it steps.
constexpr int resident(int vectors) {
  return most_resident_threads / block_size * few_vectors / vectors;
}

/// Chains of a thread: vectors that are a block's width apart.
template <int count>
struct Held {
  float4 vectors[count];

  /// Those that the array has; others are left as they are.
  __device__ void load(const FmaChain& f, std::size_t first) {
    const auto* in = reinterpret_cast<const float4*>(f.in);
#pragma unroll
    for (int k = 0; k < count; ++k)
      if (first + k * block_size < f.n / 4) vectors[k] = in[first + k * block_size];
  }
  __device__ void store(const FmaChain& f, std::size_t first) const {
    auto* out = reinterpret_cast<float4*>(f.out);
#pragma unroll
    for (int k = 0; k < count; ++k)
      if (first + k * block_size < f.n / 4) out[first + k * block_size] = vectors[k];
  }
  /// 32 steps are unrolled: 256 multiply-adds or more between branches.
  __device__ void step(int steps) {
#pragma unroll 32
    for (int step = 0; step < steps; ++step)
#pragma unroll
      for (int k = 0; k < count; ++k) {
        step_chain(vectors[k].x);
        step_chain(vectors[k].y);
        step_chain(vectors[k].z);
        step_chain(vectors[k].w);
      }
  }
};

/// The elements after the last vector, by the first threads.
__device__ void step_rest(const FmaChain& f, std::size_t thread) {
  const std::size_t i = f.n / 4 * 4 + thread;
  if (i >= f.n) return;
  float rest = f.in[i];
  for (int step = 0; step < f.steps; ++step) step_chain(rest);
  f.out[i] = rest;
}

/// A thread steps one part of its vectors after another: it has loaded the others before.
template <int vectors, int parts>
__global__ void __launch_bounds__(block_size, resident(vectors)) fma_chains(FmaChain f) {
  constexpr int apart = block_size * vectors;
  const std::size_t first = blockIdx.x * std::size_t{apart * parts} + threadIdx.x;
  Held<vectors> held[parts] = {};
#pragma unroll
  for (int part = 0; part < parts; ++part) held[part].load(f, first + part * apart);
#pragma unroll
  for (int part = 0; part < parts; ++part) {
    held[part].step(f.steps);
    held[part].store(f, first + part * apart);
  }
  step_rest(f, first);
}

template <int vectors, int parts>
void launch(const FmaChain& f, Stream stream) {
  const std::size_t blocks = ceil_div(ceil_div(f.n, 4), block_size * vectors * parts);
  fma_chains<vectors, parts><<<blocks, block_size, 0, stream>>>(f);
}

// [hidden]

}  // namespace

// [shown]
void launch_chains(const FmaChain& f, Stream stream) {
  if (f.n == 0) return;
  if (f.steps < FmaChain::steps_to_load_ahead)
    launch<few_vectors, 1>(f, stream);
  else
    launch<many_vectors, 2>(f, stream);
}

}  // namespace tilebridge::cuda
