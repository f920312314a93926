// SPDX-License-Identifier: Apache-2.0
// The steps from `loops` to rewritten tile_halo: one pixel per thread, in teams of 32 × 8, and at
// each step one more idiom left behind.
#include "catalogue/tiling/conv2d.hpp"

#include <type_traits>

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/steps/steps.hpp"

namespace tilebridge::kokkos::steps::conv2d_experiment {
namespace {

using namespace techniques;

constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;
constexpr int columns = Conv2d<float>::tile_columns;
constexpr int rows_of_team = Conv2d<float>::tile_rows;
constexpr int block_size = columns * rows_of_team;
constexpr int halo_columns = columns + 2 * radius;
constexpr int halo_rows = rows_of_team + 2 * radius;

/// Numbers of the steps that introduce these changes; step 1 introduces raw ranks.
constexpr int divisor = 2;
constexpr int pointer_to_scratch = 3;
constexpr int row_lengths_of_32_bits = 4;
constexpr int conditional_store = 5;

template <int step, class T, class Exec>
struct TileHalo {
  using Tile = Scratch<T[halo_rows][halo_columns], Exec>;
  template <class Element>
  using Image =
      std::conditional_t < step<row_lengths_of_32_bits, Matrix<Element, Exec>, Rows<Element, Exec>>;

  Image<const T> in;
  Image<T> out;
  Unmanaged<const T[width][width], Kokkos::LayoutRight, Exec> filter;
  int rows, cols;
  TilesAcross<step >= divisor> teams;

  explicit TileHalo(const Conv2d<T>& p)
      : in(p.in, p.rows, p.cols),
        out(p.out, p.rows, p.cols),
        filter(p.filter),
        rows(p.rows),
        cols(p.cols),
        teams((p.cols + columns - 1) / columns) {}

  /// Returns 0 beyond the border.
  KOKKOS_FUNCTION T pixel(int y, int x) const {
    const bool inside = y >= 0 && y < rows && x >= 0 && x < cols;
    return inside ? in(y, x) : 0;
  }

  KOKKOS_FUNCTION T sum_around(const Tile& tile, int r, int c) const {
    T sum = 0;
    for (int j = 0; j < width; ++j)
      for (int i = 0; i < width; ++i) sum += filter(j, i) * tile(r + j, c + i);
    return sum;
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto tile = scratch_of<step >= pointer_to_scratch, Tile>(team);
    const Place place = teams.place(team.league_rank());
    const int y0 = place.down * rows_of_team, x0 = place.across * columns;  // of the output
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      for (int i = thread; i < halo_rows * halo_columns; i += block_size) {
        const int r = i / halo_columns, c = i % halo_columns;
        tile(r, c) = pixel(y0 + r - radius, x0 + c - radius);
      }
    });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int r = thread / columns, c = thread % columns;
      const int y = y0 + r, x = x0 + c;
      if constexpr (step < conditional_store) {
        if (y >= rows || x >= cols) return;
        out(y, x) = sum_around(tile, r, c);
      } else {
        const T sum = sum_around(tile, r, c);
        if (y < rows && x < cols) out(y, x) = sum;
      }
    });
  }
};

template <int step, class T, class Exec>
void tile_halo(const Conv2d<T>& p, const Exec& exec) {
  using Functor = TileHalo<step, T, Exec>;
  const std::size_t teams = ceil_div(static_cast<std::size_t>(p.rows), rows_of_team) *
                            ceil_div(static_cast<std::size_t>(p.cols), columns);
  if (teams == 0) return;
  auto policy = team_policy<Kokkos::TeamPolicy<Exec>>(exec, teams, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Tile::shmem_size()));
  Kokkos::parallel_for("conv2d/tile_halo", policy, Functor(p));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("conv2d/tile_halo_step1", tile_halo<1, T, Exec>);
    kokkos.add("conv2d/tile_halo_step2", tile_halo<divisor, T, Exec>);
    kokkos.add("conv2d/tile_halo_step3", tile_halo<pointer_to_scratch, T, Exec>);
    kokkos.add("conv2d/tile_halo_step4", tile_halo<row_lengths_of_32_bits, T, Exec>);
    kokkos.add("conv2d/tile_halo_step5", tile_halo<conditional_store, T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::steps::conv2d_experiment
