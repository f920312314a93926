// SPDX-License-Identifier: Apache-2.0
// Chains of fused multiply-adds in registers.
#pragma once

#include <algorithm>

#include "backends/kokkos/resident_teams.hpp"
#include "backends/kokkos/techniques.hpp"
#include "catalogue/fma_chain.hpp"

namespace tilebridge::kokkos::techniques {

// [shown]
KOKKOS_FORCEINLINE_FUNCTION void step_chain(float& value) {
  value = FmaChain::factor * value + FmaChain::addend;
}

/// With more Packs a thread has more registers, and fewer are resident.
template <class Exec, int packs>
struct FmaChains {
  static constexpr int block_size = 256;
  static constexpr int items = packs;               // per thread
  static constexpr int blocks_wanted = 16 / packs;  // on an SM
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

  using Held = Pack<float>[items];

  /// Those that the array has; others are left as they are.
  KOKKOS_FORCEINLINE_FUNCTION void load(std::size_t first, Held& held) const {
    for (int k = 0; k < items; ++k) {
      const std::size_t v = first + static_cast<std::size_t>(k * block_size);
      if (v < in.extent(0)) held[k] = in(v);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void store(std::size_t first, const Held& held) const {
    for (int k = 0; k < items; ++k) {
      const std::size_t v = first + static_cast<std::size_t>(k * block_size);
      if (v < out.extent(0)) out(v) = held[k];
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION static void step_all(Held& held) {
    unrolled<items>([&](int k) { unrolled<4>([&](int j) { step_chain(held[k].values[j]); }); });
  }
  KOKKOS_FORCEINLINE_FUNCTION void step(Held& held) const {
    int step = 0;
    for (; step + steps_written_out <= steps; step += steps_written_out)
      unrolled<steps_written_out>([&](int) { step_all(held); });
    for (; step < steps; ++step) step_all(held);
  }
  /// The elements after the last Pack, by the first threads.
  KOKKOS_FORCEINLINE_FUNCTION void step_rest(std::size_t thread) const {
    if (thread >= rest_in.extent(0)) return;
    float rest = rest_in(thread);
    for (int step = 0; step < steps; ++step) step_chain(rest);
    rest_out(thread) = rest;
  }

  KOKKOS_FUNCTION void compute_chains(std::size_t first) const {
    Held held = {};
    load(first, held);
    step(held);
    store(first, held);
    step_rest(first);
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * (block_size * items);
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { compute_chains(first + static_cast<std::size_t>(thread)); });
  }
};

/// As many teams as the device holds walk through the Packs: the next ones are loaded before those
/// that a thread holds are stepped.
template <class Exec, int packs>
struct FmaChainsAhead {
  using Chains = FmaChains<Exec, packs>;
  using Held = typename Chains::Held;

  Chains chains;
  std::size_t apart;  // Packs between a thread's

  KOKKOS_FORCEINLINE_FUNCTION bool has_more(std::size_t& first, Held& held, Held& next) const {
    chains.load(first + apart, next);
    chains.step(held);
    chains.store(first, held);
    first += apart;
    return first < chains.in.extent(0);
  }

  KOKKOS_FUNCTION void compute_chains(std::size_t start) const {
    Held even = {}, odd = {};
    std::size_t first = start;
    chains.load(first, even);
    if (first < chains.in.extent(0))
      while (has_more(first, even, odd) && has_more(first, odd, even)) {
      }
    chains.step_rest(start);
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    constexpr int block_size = Chains::block_size;
    const std::size_t first =
        static_cast<std::size_t>(team.league_rank()) * (block_size * Chains::items);
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { compute_chains(first + static_cast<std::size_t>(thread)); });
  }
};

/// Calls `body` in teams.
template <class Chains, class Exec, class Body>
void launch_teams_of(std::size_t league, const Body& body, const Exec& exec) {
  using Policy = TeamPolicy<Exec, Chains::block_size, Chains::blocks_wanted>;
  Kokkos::parallel_for("fma_chain", team_policy<Policy>(exec, league, Chains::block_size), body);
}

template <class Exec>
void launch_chains(const FmaChain& f, const Exec& exec) {
  using Few = FmaChains<Exec, 2>;
  using Many = FmaChains<Exec, 4>;
  if (f.n == 0) return;
  const auto teams = [&](std::size_t packs) { return ceil_div(ceil_div(f.n, 4), packs); };
  constexpr std::size_t few = Few::block_size * Few::items, many = Many::block_size * Many::items;
  if (f.steps < FmaChain::steps_to_load_ahead)
    return launch_teams_of<Few>(teams(few), Few(f), exec);
  const std::size_t league =
      std::min(teams(many), teams_at_a_time(exec, Many::block_size, Many::blocks_wanted));
  launch_teams_of<Many>(league, FmaChainsAhead<Exec, Many::items>{Many(f), league * many}, exec);
}

}  // namespace tilebridge::kokkos::techniques
