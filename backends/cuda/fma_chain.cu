// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds in registers.
#include <algorithm>

#include "backends/cuda/fma_chain.hpp"

namespace tilebridge::cuda {
namespace {

// [shown]
constexpr int block_size = 256;
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

template <int vectors>
__device__ std::size_t first_vector() {
  return blockIdx.x * std::size_t{block_size * vectors} + threadIdx.x;
}

template <int vectors>
__global__ void __launch_bounds__(block_size, resident(vectors)) fma_chains(FmaChain f) {
  const std::size_t first = first_vector<vectors>();
  Held<vectors> held = {};
  held.load(f, first);
  held.step(f.steps);
  held.store(f, first);
  step_rest(f, first);
}

/// As many blocks as the device holds walk through the vectors: the next ones are loaded before
/// those that a thread holds are stepped.
template <int vectors>
__global__ void __launch_bounds__(block_size, resident(vectors)) fma_chains_ahead(FmaChain f) {
  const std::size_t apart = gridDim.x * std::size_t{block_size * vectors};
  std::size_t first = first_vector<vectors>();
  const auto has_more = [&](Held<vectors>& held, Held<vectors>& next) {
    next.load(f, first + apart);
    held.step(f.steps);
    held.store(f, first);
    first += apart;
    return first < f.n / 4;
  };
  Held<vectors> even = {}, odd = {};
  even.load(f, first);
  if (first < f.n / 4)
    while (has_more(even, odd) && has_more(odd, even)) {
    }
  step_rest(f, first_vector<vectors>());
}

// [hidden]

}  // namespace

// [shown]
void launch_chains(const FmaChain& f, Stream stream) {
  if (f.n == 0) return;
  const auto blocks = [&](std::size_t vectors) {
    return ceil_div(ceil_div(f.n, 4), block_size * vectors);
  };
  const std::size_t at_a_time =
      resident(many_vectors) * static_cast<std::size_t>(multiprocessors());
  if (f.steps < FmaChain::steps_to_load_ahead)
    fma_chains<few_vectors><<<blocks(few_vectors), block_size, 0, stream>>>(f);
  else
    fma_chains_ahead<many_vectors>
        <<<std::min(blocks(many_vectors), at_a_time), block_size, 0, stream>>>(f);
}

}  // namespace tilebridge::cuda
