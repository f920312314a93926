// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "catalogue/fma_chain_problem.hpp"

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

namespace {

struct ChainsProblem {
  Cases cases;

  FmaChain make(ArrayList& arrays, const Parameters& p) const {
    return {arrays.uniform("in"), arrays.output<float>("out"), p.as_size("n"), p.as_int("steps")};
  }
  Work work(const Parameters& p) const { return copied<float>(p["n"], 2 * p.as_double("steps")); }
  Validation validate(const HostArrays& host, const Parameters& p) const {
    return compare_chains(host.get<float>("in"), host.get<float>("out"), p.as_int("steps"));
  }
};

}  // namespace

ProblemPointer fma_chains(Cases cases) { return problem(ChainsProblem{std::move(cases)}); }

}  // namespace tilebridge
