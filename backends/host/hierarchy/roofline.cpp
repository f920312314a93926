// SPDX-License-Identifier: Apache-2.0
// One chain per element, or the chains of bandwidth's `fma`, with one or more steps.
#include "catalogue/hierarchy/roofline.hpp"

#include "backends/host/fma_chain.hpp"

namespace tilebridge::host::roofline_experiment {
namespace {

void one_chain(const FmaChain& f, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < f.n; ++i) {
    float value = f.in[i];
    for (int step = 0; step < f.steps; ++step) value = FmaChain::factor * value + FmaChain::addend;
    f.out[i] = value;
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("roofline/one_chain", one_chain);
  native.add("roofline/fma_chain", fma_chains);
}

}  // namespace tilebridge::host::roofline_experiment
