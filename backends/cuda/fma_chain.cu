// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds in registers.
#include <algorithm>

#include "backends/cuda/fma_chain.hpp"

namespace tilebridge::cuda {
namespace {

// [shown]
constexpr int block_size = 256;
constexpr int thread_vectors = 2;  // of 16 bytes each

__device__ void step_chain(float& value) { value = FmaChain::factor * value + FmaChain::addend; }

constexpr int resident = most_resident_threads / block_size;  // blocks of an SM

/// Chains of a thread: vectors that are a block's width apart.
struct Held {
  float4 vectors[thread_vectors];

  /// Those that the array has; others are left as they are.
  __device__ void load(const FmaChain& f, std::size_t first) {
    const auto* in = reinterpret_cast<const float4*>(f.in);
#pragma unroll
    for (int k = 0; k < thread_vectors; ++k)
      if (first + k * block_size < f.n / 4) vectors[k] = in[first + k * block_size];
  }
  __device__ void store(const FmaChain& f, std::size_t first) const {
    auto* out = reinterpret_cast<float4*>(f.out);
#pragma unroll
    for (int k = 0; k < thread_vectors; ++k)
      if (first + k * block_size < f.n / 4) out[first + k * block_size] = vectors[k];
  }
  /// 32 steps are unrolled: 256 multiply-adds between branches.
  __device__ void step(int steps) {
#pragma unroll 32
    for (int step = 0; step < steps; ++step)
#pragma unroll
      for (int k = 0; k < thread_vectors; ++k) {
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

__device__ std::size_t first_vector() {
  return blockIdx.x * std::size_t{block_size * thread_vectors} + threadIdx.x;
}

__global__ void __launch_bounds__(block_size, resident) fma_chains(FmaChain f) {
  const std::size_t first = first_vector();
  Held held = {};
  held.load(f, first);
  held.step(f.steps);
  held.store(f, first);
  step_rest(f, first);
}

/// As many blocks as the device holds walk through the vectors.
__global__ void __launch_bounds__(block_size, resident) fma_chains_ahead(FmaChain f) {
  const std::size_t apart = gridDim.x * std::size_t{block_size * thread_vectors};
  Held held = {}, next = {};
  held.load(f, first_vector());
  for (std::size_t first = first_vector(); first < f.n / 4; first += apart) {
    next.load(f, first + apart);
    held.step(f.steps);
    held.store(f, first);
    held = next;
  }
  step_rest(f, first_vector());
}

// [hidden]

}  // namespace

// [shown]
void launch_chains(const FmaChain& f, Stream stream) {
  if (f.n == 0) return;
  const std::size_t blocks = ceil_div(ceil_div(f.n, 4), block_size * thread_vectors);
  const std::size_t at_a_time = resident * static_cast<std::size_t>(multiprocessors());
  if (f.steps < FmaChain::steps_to_load_ahead)
    fma_chains<<<blocks, block_size, 0, stream>>>(f);
  else
    fma_chains_ahead<<<std::min(blocks, at_a_time), block_size, 0, stream>>>(f);
}

}  // namespace tilebridge::cuda
