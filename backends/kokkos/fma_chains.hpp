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

/// A thread loads the next part of its Packs before it steps the part that it holds. With more
/// Packs in a part it has more registers, and fewer threads are resident.
template <class Exec, int packs, int parts>
struct FmaChains {
  static constexpr int block_size = 128;
  static constexpr int items = packs;                       // of a part
  static constexpr int blocks_wanted = 32 / packs;          // on an SM
  static constexpr std::size_t apart = block_size * items;  // Packs between parts
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

  /// Loads the Packs before `end`; the others keep their values.
  KOKKOS_FORCEINLINE_FUNCTION void load(std::size_t first, std::size_t end, Held& held) const {
    for (int k = 0; k < items; ++k) {
      const std::size_t v = first + static_cast<std::size_t>(k * block_size);
      if (v < end) held[k] = in(v);
    }
  }
  KOKKOS_FORCEINLINE_FUNCTION void store(std::size_t first, std::size_t end,
                                         const Held& held) const {
    for (int k = 0; k < items; ++k) {
      const std::size_t v = first + static_cast<std::size_t>(k * block_size);
      if (v < end) out(v) = held[k];
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

  KOKKOS_FORCEINLINE_FUNCTION bool has_more(std::size_t& first, std::size_t end, Held& held,
                                            Held& next) const {
    if constexpr (parts > 1) load(first + apart, end, next);
    step(held);
    store(first, end, held);
    first += apart;
    return first < end;
  }

  /// The loop is of run-time length: where nvcc knows the number of parts it mixes their loads, and
  /// the first part waits for the last one.
  KOKKOS_FUNCTION void compute_chains(std::size_t first) const {
    const std::size_t behind = first + apart * parts;
    const std::size_t end = behind < in.extent(0) ? behind : in.extent(0);
    step_rest(first);
    Held even = {}, odd = {};
    load(first, end, even);
    if (first < end)
      while (has_more(first, end, even, odd) && has_more(first, end, odd, even)) {
      }
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * (apart * parts);
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { compute_chains(first + static_cast<std::size_t>(thread)); });
  }
};

template <int packs, int parts, class Exec>
void launch_parts(const FmaChain& f, const Exec& exec) {
  using Chains = FmaChains<Exec, packs, parts>;
  using Policy = TeamPolicy<Exec, Chains::block_size, Chains::blocks_wanted>;
  const std::size_t league = ceil_div(ceil_div(f.n, 4), Chains::apart * parts);
  Kokkos::parallel_for("fma_chain", team_policy<Policy>(exec, league, Chains::block_size),
                       Chains(f));
}

template <class Exec>
void launch_chains(const FmaChain& f, const Exec& exec) {
  if (f.n == 0) return;
  if (f.steps < FmaChain::steps_to_load_ahead)
    launch_parts<2, 1>(f, exec);
  else
    launch_parts<4, 2>(f, exec);
}

}  // namespace tilebridge::kokkos::techniques
