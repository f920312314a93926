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

  /// Loads the vectors before `end`; the others keep their values.
  __device__ void load(const FmaChain& f, std::size_t first, std::size_t end) {
    const auto* in = reinterpret_cast<const float4*>(f.in);
#pragma unroll
    for (int k = 0; k < count; ++k)
      if (first + k * block_size < end) vectors[k] = in[first + k * block_size];
  }
  __device__ void store(const FmaChain& f, std::size_t first, std::size_t end) const {
    auto* out = reinterpret_cast<float4*>(f.out);
#pragma unroll
    for (int k = 0; k < count; ++k)
      if (first + k * block_size < end) out[first + k * block_size] = vectors[k];
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

template <int vectors>
__global__ void __launch_bounds__(block_size, resident(vectors)) fma_chains(FmaChain f) {
  const std::size_t first = blockIdx.x * std::size_t{block_size * vectors} + threadIdx.x;
  Held<vectors> held = {};
  held.load(f, first, f.n / 4);
  held.step(f.steps);
  held.store(f, first, f.n / 4);
  step_rest(f, first);
}

constexpr int parts = 2;  // of a block's vectors, where they are loaded ahead

/// A thread loads the next part of its vectors before it steps the part that it holds. The loop is
/// of run-time length: where nvcc knows the number of parts it mixes their loads, and the first
/// part waits for the last one.
template <int vectors>
__global__ void __launch_bounds__(block_size, resident(vectors)) fma_chains_ahead(FmaChain f) {
  constexpr std::size_t apart = block_size * vectors;
  std::size_t first = blockIdx.x * (apart * parts) + threadIdx.x;
  const std::size_t end = min(first + apart * parts, f.n / 4);
  step_rest(f, first);
  const auto has_more = [&](Held<vectors>& held, Held<vectors>& next) {
    next.load(f, first + apart, end);
    held.step(f.steps);
    held.store(f, first, end);
    first += apart;
    return first < end;
  };
  Held<vectors> even = {}, odd = {};
  even.load(f, first, end);
  if (first < end)
    while (has_more(even, odd) && has_more(odd, even)) {
    }
}

// [hidden]

}  // namespace

// [shown]
void launch_chains(const FmaChain& f, Stream stream) {
  if (f.n == 0) return;
  const auto blocks = [&](std::size_t vectors) {
    return ceil_div(ceil_div(f.n, 4), block_size * vectors);
  };
  if (f.steps < FmaChain::steps_to_load_ahead)
    fma_chains<few_vectors><<<blocks(few_vectors), block_size, 0, stream>>>(f);
  else
    fma_chains_ahead<many_vectors><<<blocks(many_vectors * parts), block_size, 0, stream>>>(f);
}

}  // namespace tilebridge::cuda
