// SPDX-License-Identifier: Apache-2.0
// The reference of FmaChain.
#pragma once

#include <span>

#include "catalogue/fma_chain.hpp"
#include "catalogue/problem.hpp"

namespace tilebridge {

Validation compare_chains(std::span<const float> in, std::span<const float> out, int steps);

/// A problem of n chains of `steps` steps.
ProblemPointer fma_chains(Cases cases);

}  // namespace tilebridge
