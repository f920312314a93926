// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds in registers.
#pragma once

#include "backends/cuda/cuda.hpp"
#include "catalogue/fma_chain.hpp"

namespace tilebridge::cuda {

/// Vectors of 16 bytes, two of a thread at a time or four: 8 or 16 independent chains.
void launch_chains(const FmaChain& f, Stream stream);

}  // namespace tilebridge::cuda
