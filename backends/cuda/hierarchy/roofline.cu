// SPDX-License-Identifier: Apache-2.0
// One chain per element, or the chains of bandwidth's `fma`, with one or more steps.
#include "backends/cuda/fma_chain.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/hierarchy/roofline.hpp"

namespace tilebridge::cuda::roofline_experiment {
namespace {

constexpr int block_size = 256;

__global__ void one_chain(FmaChain f) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= f.n) return;
  float value = f.in[i];
  for (int step = 0; step < f.steps; ++step) value = FmaChain::factor * value + FmaChain::addend;
  f.out[i] = value;
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("roofline/one_chain", [](const FmaChain& f, Stream stream) {
    if (f.n > 0) one_chain<<<ceil_div(f.n, block_size), block_size, 0, stream>>>(f);
  });
  native.add("roofline/fma_chain", launch_chains);
}

}  // namespace tilebridge::cuda::roofline_experiment
