// SPDX-License-Identifier: Apache-2.0
// The steps from `loops` to rewritten padded_tile: 32 × 32 tiles with teams of 256 threads, and at
// each step one more idiom left behind.
#include "catalogue/tiling/transpose.hpp"

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/steps/steps.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::kokkos::steps::transpose_experiment {
namespace {
using namespace techniques;

constexpr int tile = Transpose<float>::tile;
constexpr int rows_per_pass = Transpose<float>::rows_per_pass;
constexpr int block_size = tile * rows_per_pass;
constexpr int passes = tile / rows_per_pass;

/// The number of the step that begins with it; the first is raw ranks.
constexpr int divisor = 2;
constexpr int pointer_to_scratch = 3;
constexpr int loads_first = 4;
constexpr int walked_columns = 5;
constexpr int tests_without_branches = 6;

template <int step, class T, class Exec>
struct PaddedTile {
  using Staged = Scratch<T[tile][tile + 1], Exec>;

  Matrix<const T, Exec> in;  // rows × cols
  Matrix<T, Exec> out;       // cols × rows
  int rows, cols;
  TilesAcross<step >= divisor> tiles;  // of the input

  explicit PaddedTile(const Transpose<T>& t)
      : in(t.in, t.rows, t.cols),
        out(t.out, t.cols, t.rows),
        rows(t.rows),
        cols(t.cols),
        tiles((t.cols + tile - 1) / tile) {}

  /// The first column and row of a team's tile in the input.
  struct Corner {
    int x, y;
  };
  KOKKOS_FUNCTION Corner corner(const TeamMember<Exec>& team) const {
    const Place place = tiles.place(team.league_rank());
    return {place.across * tile, place.down * tile};
  }

  KOKKOS_FUNCTION bool inside(int y, int x) const {
    return both<step >= tests_without_branches>(x < cols, y < rows);
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto staged = scratch_of<step >= pointer_to_scratch, Staged>(team);
    const Corner origin = corner(team);
    if constexpr (step < loads_first) {
      for_each_in_tile<Exec, tile, rows_per_pass>(team, [&](int r, int c) {
        if (inside(origin.y + r, origin.x + c)) staged(r, c) = in(origin.y + r, origin.x + c);
      });
      team.team_barrier();
      for_each_in_tile<Exec, tile, rows_per_pass>(team, [&](int c, int r) {
        if (inside(origin.y + r, origin.x + c)) out(origin.x + c, origin.y + r) = staged(r, c);
      });
    } else {
      for_each_thread<Exec, block_size>(
          team, [&](int thread) { load(staged, origin, thread / tile, thread % tile); });
      team.team_barrier();
      for_each_thread<Exec, block_size>(
          team, [&](int thread) { store(staged, origin, thread / tile, thread % tile); });
    }
  }

  /// The elements of column c from row `first` on, `rows_per_pass` apart.
  KOKKOS_FUNCTION void load(const Staged& staged, Corner origin, int first, int c) const {
    ColumnWalk<const T> from(in, origin.y + first, origin.x + c, rows_per_pass);
    T held[passes];
    for (int pass = 0; pass < passes; ++pass) {
      const T* next = from.next();
      const int y = origin.y + first + pass * rows_per_pass;
      const T* element = step < walked_columns ? &in(y, origin.x + c) : next;
      held[pass] = inside(y, origin.x + c) ? *element : T{};
    }
    for (int pass = 0; pass < passes; ++pass) staged(first + pass * rows_per_pass, c) = held[pass];
  }

  /// The elements of row r of the tile's columns from `first` on: a column of the output.
  KOKKOS_FUNCTION void store(const Staged& staged, Corner origin, int first, int r) const {
    ColumnWalk<T> to(out, origin.x + first, origin.y + r, rows_per_pass);
    T held[passes];
    for (int pass = 0; pass < passes; ++pass) held[pass] = staged(r, first + pass * rows_per_pass);
    for (int pass = 0; pass < passes; ++pass) {
      T* next = to.next();
      const int x = origin.x + first + pass * rows_per_pass;
      T* element = step < walked_columns ? &out(x, origin.y + r) : next;
      if (inside(origin.y + r, x)) *element = held[pass];
    }
  }
};

template <int step, class T, class Exec>
void padded_tile(const Transpose<T>& t, const Exec& exec) {
  using Functor = PaddedTile<step, T, Exec>;
  const std::size_t tiles = ceil_div(static_cast<std::size_t>(t.rows), tile) *
                            ceil_div(static_cast<std::size_t>(t.cols), tile);
  if (tiles == 0) return;
  auto policy = team_policy<Kokkos::TeamPolicy<Exec>>(exec, tiles, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Staged::shmem_size()));
  Kokkos::parallel_for("transpose/padded_tile", policy, Functor(t));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double, Half>([&]<class T>() {
    kokkos.add("transpose/padded_tile_step1", padded_tile<1, T, Exec>);
    kokkos.add("transpose/padded_tile_step2", padded_tile<divisor, T, Exec>);
    kokkos.add("transpose/padded_tile_step3", padded_tile<pointer_to_scratch, T, Exec>);
    kokkos.add("transpose/padded_tile_step4", padded_tile<loads_first, T, Exec>);
    kokkos.add("transpose/padded_tile_step5", padded_tile<walked_columns, T, Exec>);
    kokkos.add("transpose/padded_tile_step6", padded_tile<tests_without_branches, T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::steps::transpose_experiment
