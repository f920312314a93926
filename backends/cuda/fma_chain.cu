// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds in registers.
#include "backends/cuda/fma_chain.hpp"

namespace tilebridge::cuda {
namespace {

// [shown]
constexpr int block_size = 256;
constexpr int thread_vectors = 2;  // of 16 bytes each

__device__ void step_chain(float& value) { value = FmaChain::factor * value + FmaChain::addend; }

/// A launch has as many blocks as fit on an SM. 32 steps are unrolled: 256 multiply-adds between
/// branches.
__global__ void __launch_bounds__(block_size, most_resident_threads / block_size)
    fma_chains(FmaChain f) {
  const auto* in = reinterpret_cast<const float4*>(f.in);
  auto* out = reinterpret_cast<float4*>(f.out);
  const std::size_t vectors = f.n / 4;  // full vectors only
  const std::size_t first = blockIdx.x * std::size_t{block_size * thread_vectors} + threadIdx.x;

  float4 held[thread_vectors] = {};
#pragma unroll
  for (int k = 0; k < thread_vectors; ++k) {
    const std::size_t v = first + k * block_size;
    if (v < vectors) held[k] = in[v];
  }
#pragma unroll 32
  for (int step = 0; step < f.steps; ++step)
#pragma unroll
    for (int k = 0; k < thread_vectors; ++k) {
      step_chain(held[k].x);
      step_chain(held[k].y);
      step_chain(held[k].z);
      step_chain(held[k].w);
    }
#pragma unroll
  for (int k = 0; k < thread_vectors; ++k) {
    const std::size_t v = first + k * block_size;
    if (v < vectors) out[v] = held[k];
  }
  if (first >= f.n % 4) return;
  float rest = f.in[4 * vectors + first];  // remainder: fewer than a full vector
  for (int step = 0; step < f.steps; ++step) step_chain(rest);
  f.out[4 * vectors + first] = rest;
}

// [hidden]

}  // namespace

// [shown]
void launch_chains(const FmaChain& f, Stream stream) {
  const std::size_t blocks = ceil_div(ceil_div(f.n, 4), block_size * thread_vectors);
  if (f.n > 0) fma_chains<<<blocks, block_size, 0, stream>>>(f);
}

}  // namespace tilebridge::cuda
