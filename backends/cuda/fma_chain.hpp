// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds in registers.
#pragma once

#include "backends/cuda/cuda.hpp"
#include "catalogue/fma_chain.hpp"

namespace tilebridge::cuda {

/// Two 16-byte vectors per thread, 8 independent chains.
void launch_chains(const FmaChain& f, Stream stream);

}  // namespace tilebridge::cuda
