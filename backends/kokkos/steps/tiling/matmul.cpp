// SPDX-License-Identifier: Apache-2.0
// The steps from `loops` to rewritten tile16: one element of C per thread, in teams of 16 × 16.
// Each step removes one more idiom.
#include "catalogue/tiling/matmul.hpp"

#include <type_traits>

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/steps/steps.hpp"

namespace tilebridge::kokkos::steps::matmul_experiment {
namespace {

using namespace techniques;

constexpr int tile = 16;
constexpr int block_size = tile * tile;

/// Numbers of the steps that introduce these changes; step 1 introduces raw ranks.
constexpr int sums_in_registers = 2;
constexpr int divisor = 3;
constexpr int pointer_to_scratch = 4;
constexpr int row_lengths_of_32_bits = 5;
constexpr int tests_without_branches = 6;
constexpr int launch_bounds = 7;

/// A thread's sum, as an element of scratch memory.
template <class Tile>
struct InScratch {
  Tile sums;

  KOKKOS_FUNCTION auto& operator()(int thread) const { return sums(thread / tile, thread % tile); }
};

template <int step, class T, class Exec>
struct Tiled {
  using Tile = Scratch<T[tile][tile], Exec>;
  using Input = std::conditional_t<(step >= row_lengths_of_32_bits), Rows<const T, Exec>,
                                   Matrix<const T, Exec>>;

  Input a, b;         // m × k and k × n
  Matrix<T, Exec> c;  // m × n
  int m, n, k;
  TilesAcross<step >= divisor> tiles;  // of C

  explicit Tiled(const Matmul<T>& p)
      : a(p.a, p.m, p.k),
        b(p.b, p.k, p.n),
        c(p.c, p.m, p.n),
        m(p.m),
        n(p.n),
        k(p.k),
        tiles((p.n + tile - 1) / tile) {}

  KOKKOS_FUNCTION static Tile tile_of(const TeamMember<Exec>& team) {
    return scratch_of<step >= pointer_to_scratch, Tile>(team);
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Tile a_tile = tile_of(team);
    const Tile b_tile = tile_of(team);
    if constexpr (step < sums_in_registers) {
      const InScratch<Tile> sums = {tile_of(team)};
      for_each_thread<Exec, block_size>(team, [&](int thread) { sums(thread) = 0; });
      team.team_barrier();
      multiply(team, a_tile, b_tile, sums);
    } else {
      PerThread<Exec, T, block_size> sums;
      multiply(team, a_tile, b_tile, sums);
    }
  }

  template <class Sums>
  KOKKOS_FUNCTION void multiply(const TeamMember<Exec>& team, const Tile& a_tile,
                                const Tile& b_tile, Sums&& sums) const {
    const Place place = tiles.place(team.league_rank());
    const int row0 = place.down * tile, column0 = place.across * tile;
    for (int first = 0; first < k; first += tile) {
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const int y = thread / tile, x = thread % tile;
        const bool in_a = inside(row0 + y, first + x, m, k);
        const bool in_b = inside(first + y, column0 + x, k, n);
        a_tile(y, x) = in_a ? a(row0 + y, first + x) : 0;
        b_tile(y, x) = in_b ? b(first + y, column0 + x) : 0;
      });
      team.team_barrier();
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        T sum = sums(thread);
        for (int i = 0; i < tile; ++i) sum += a_tile(thread / tile, i) * b_tile(i, thread % tile);
        sums(thread) = sum;
      });
      team.team_barrier();
    }
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int row = row0 + thread / tile, column = column0 + thread % tile;
      if (row < m && column < n) c(row, column) = sums(thread);
    });
  }

  KOKKOS_FUNCTION static bool inside(int y, int x, int rows, int cols) {
    return both<step >= tests_without_branches>(y < rows, x < cols);
  }
};

template <int step, class Exec>
using PolicyOfStep =
    std::conditional_t<(step >= launch_bounds),
                       TeamPolicy<Exec, block_size, most_resident_threads / block_size>,
                       Kokkos::TeamPolicy<Exec>>;

template <int step, class T, class Exec>
void tiled(const Matmul<T>& p, const Exec& exec) {
  using Functor = Tiled<step, T, Exec>;
  constexpr int tiles_per_team = step < sums_in_registers ? 3 : 2;
  const std::size_t tiles =
      ceil_div(static_cast<std::size_t>(p.m), tile) * ceil_div(static_cast<std::size_t>(p.n), tile);
  if (tiles == 0) return;
  auto policy = team_policy<PolicyOfStep<step, Exec>>(exec, tiles, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(tiles_per_team * Functor::Tile::shmem_size()));
  Kokkos::parallel_for("matmul/tile16", policy, Functor(p));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("matmul/tile16_step1", tiled<1, T, Exec>);
    kokkos.add("matmul/tile16_step2", tiled<sums_in_registers, T, Exec>);
    kokkos.add("matmul/tile16_step3", tiled<divisor, T, Exec>);
    kokkos.add("matmul/tile16_step4", tiled<pointer_to_scratch, T, Exec>);
    kokkos.add("matmul/tile16_step5", tiled<row_lengths_of_32_bits, T, Exec>);
    kokkos.add("matmul/tile16_step6", tiled<tests_without_branches, T, Exec>);
    kokkos.add("matmul/tile16_step7", tiled<launch_bounds, T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::steps::matmul_experiment
