// SPDX-License-Identifier: Apache-2.0
#include "catalogue/fma_chain.hpp"

#include <algorithm>
#include <cmath>

#include "catalogue/compare.hpp"

namespace tilebridge {

/// A step contracts by `factor`, so the chain is evaluated with one pow, and the roundings of its
/// steps (two each where they are not fused, of values no larger than max|v|) stay below 2u ·
/// max|v| · Σ factor^j over j < steps. Every value lies between in[i] and the chain's limit.
Validation compare_chains(std::span<const float> in, std::span<const float> out, int steps) {
  constexpr double factor = FmaChain::factor;
  constexpr double limit = FmaChain::addend / (1 - factor);
  const double decay = std::pow(factor, steps);
  const double bound =
      2 * unit_roundoff * std::max(1.0, std::abs(limit)) * (1 - decay) / (1 - factor);
  return compare_elements(
      out, [&](std::size_t i) { return within(limit + decay * (in[i] - limit), bound); });
}

}  // namespace tilebridge
