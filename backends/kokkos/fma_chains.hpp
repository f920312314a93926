// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds in registers.
#pragma once

#include "backends/kokkos/techniques.hpp"
#include "catalogue/fma_chain.hpp"

namespace tilebridge::kokkos::techniques {

// [shown]
KOKKOS_FORCEINLINE_FUNCTION void step_chain(float& value) {
  value = FmaChain::factor * value + FmaChain::addend;
}

template <class Exec>
struct FmaChains {
  static constexpr int block_size = 256;
  static constexpr int items = 2;          // Packs per thread
  static constexpr int blocks_wanted = 8;  // as many as fit on an SM
  static constexpr int steps_written_out = 32;

  Vector<const Pack<float>, Exec> in;
  Vector<Pack<float>, Exec> out;
  Vector<const float, Exec> rest_in;  // remainder: fewer than a full Pack
  Vector<float, Exec> rest_out;
  int steps;

  explicit FmaChains(const FmaChain& f)
      : in(reinterpret_cast<const Pack<float>*>(f.in), f.n / 4),
        out(reinterpret_cast<Pack<float>*>(f.out), f.n / 4),
        rest_in(f.in + f.n / 4 * 4, f.n % 4),
        rest_out(f.out + f.n / 4 * 4, f.n % 4),
        steps(f.steps) {}

  KOKKOS_FORCEINLINE_FUNCTION static void step_all(Pack<float> (&held)[items]) {
    unrolled<items>([&](int k) { unrolled<4>([&](int j) { step_chain(held[k].values[j]); }); });
  }

  KOKKOS_FUNCTION void compute_chains(std::size_t first) const {
    const std::size_t packs = in.extent(0);
    Pack<float> held[items] = {};
    for (int k = 0; k < items; ++k) {
      const std::size_t v = first + static_cast<std::size_t>(k * block_size);
      if (v < packs) held[k] = in(v);
    }
    int step = 0;
    for (; step + steps_written_out <= steps; step += steps_written_out)
      unrolled<steps_written_out>([&](int) { step_all(held); });
    for (; step < steps; ++step) step_all(held);
    for (int k = 0; k < items; ++k) {
      const std::size_t v = first + static_cast<std::size_t>(k * block_size);
      if (v < packs) out(v) = held[k];
    }
    if (first >= rest_in.extent(0)) return;
    float rest = rest_in(first);
    for (step = 0; step < steps; ++step) step_chain(rest);
    rest_out(first) = rest;
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * (block_size * items);
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { compute_chains(first + static_cast<std::size_t>(thread)); });
  }
};

template <class Exec>
void launch_chains(const FmaChain& f, const Exec& exec) {
  using Chains = FmaChains<Exec>;
  using Policy = TeamPolicy<Exec, Chains::block_size, Chains::blocks_wanted>;
  const std::size_t league = ceil_div(ceil_div(f.n, 4), Chains::block_size * Chains::items);
  if (f.n > 0)
    Kokkos::parallel_for("fma_chain", team_policy<Policy>(exec, league, Chains::block_size),
                         Chains(f));
}

}  // namespace tilebridge::kokkos::techniques
