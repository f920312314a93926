// SPDX-License-Identifier: Apache-2.0
// One pixel per thread; a tile of 32 × 8 per team of 8 × 32 threads, one of 16 × 16, or the whole
// image as a two-dimensional range.
#include "catalogue/tiling/conv2d.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;

/// The filter in global memory, as filter(j, i).
template <class T, class Exec>
using Filter = Unmanaged<const T[width][width], Kokkos::LayoutRight, Exec>;

// [direct]
template <class T, class Exec>
void direct(const Conv2d<T>& p, const Exec& exec) {
  const Matrix<const T, Exec> in(p.in, p.rows, p.cols);
  const Matrix<T, Exec> out(p.out, p.rows, p.cols);
  const Filter<T, Exec> filter(p.filter);
  const int rows = p.rows, cols = p.cols;
  Kokkos::parallel_for(
      "conv2d/direct", Range2D<Exec>(exec, {0, 0}, {cols, rows}, {32, 8}),
      KOKKOS_LAMBDA(int x, int y) {
        T sum = 0;
        for (int j = 0; j < width; ++j)
          for (int i = 0; i < width; ++i) {
            const int v = y + j - radius, u = x + i - radius;
            const bool inside = v >= 0 && v < rows && u >= 0 && u < cols;
            sum += filter(j, i) * (inside ? in(v, u) : 0);
          }
        out(y, x) = sum;
      });
}

// [tile_halo, tile_halo_16x16, constant_filter]
template <int tile_columns, int tile_rows, class T, class AnyFilter, class Exec>
void convolve_tiles(const Conv2d<T>& p, const AnyFilter& filter, const Exec& exec) {
  using Tile = Scratch<T[tile_rows + 2 * radius][tile_columns + 2 * radius], Exec>;  // __shared__
  const Matrix<const T, Exec> in(p.in, p.rows, p.cols);
  const Matrix<T, Exec> out(p.out, p.rows, p.cols);
  const int rows = p.rows, cols = p.cols;
  const int across = (cols + tile_columns - 1) / tile_columns;
  const int down = (rows + tile_rows - 1) / tile_rows;
  if (across * down == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, team_of<Exec, tile_rows>, tile_columns);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "conv2d/in_tiles", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile tile(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile_columns;
        const int y0 = team.league_rank() / across * tile_rows;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile_rows + 2 * radius), [&](int r) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile_columns + 2 * radius),
                               [&](int c) {
                                 const int y = y0 + r - radius, x = x0 + c - radius;
                                 const bool inside = y >= 0 && y < rows && x >= 0 && x < cols;
                                 tile(r, c) = inside ? in(y, x) : 0;
                               });
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile_rows), [&](int r) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile_columns), [&](int c) {
            if (y0 + r >= rows || x0 + c >= cols) return;
            T sum = 0;
            for (int j = 0; j < width; ++j)
              for (int i = 0; i < width; ++i) sum += filter(j, i) * tile(r + j, c + i);
            out(y0 + r, x0 + c) = sum;
          });
        });
      });
}

// [tile_halo]
template <class T, class Exec>
void tile_halo(const Conv2d<T>& p, const Exec& exec) {
  convolve_tiles<32, 8>(p, Filter<T, Exec>(p.filter), exec);
}

// [tile_halo_16x16]
template <class T, class Exec>
void tile_halo_16x16(const Conv2d<T>& p, const Exec& exec) {
  convolve_tiles<16, 16>(p, Filter<T, Exec>(p.filter), exec);
}

// [constant_filter]
/// Captured by value: on CUDA, kernel parameters are in constant memory.
template <class T>
struct CapturedFilter {
  T taps[width][width];

  KOKKOS_FUNCTION T operator()(int j, int i) const { return taps[j][i]; }
};

template <class T, class Exec>
auto constant_filter(const Conv2d<T>& p, const Exec& exec) {
  CapturedFilter<T> filter;
  const Unmanaged<T[width][width], Kokkos::LayoutRight, HostExecution> taps(&filter.taps[0][0]);
  Kokkos::deep_copy(exec, taps, Filter<T, Exec>(p.filter));
  exec.fence();
  return [=] { convolve_tiles<32, 8>(p, filter, exec); };
}

// [mdrange, mdrange_tile]
/// The usual (row, column) order.
template <class T, class Exec>
void convolve_by_rows(const Conv2d<T>& p, const Range2D<Exec>& range) {
  const Matrix<const T, Exec> in(p.in, p.rows, p.cols);
  const Matrix<T, Exec> out(p.out, p.rows, p.cols);
  const Filter<T, Exec> filter(p.filter);
  const int rows = p.rows, cols = p.cols;
  Kokkos::parallel_for(
      "conv2d/by_rows", range, KOKKOS_LAMBDA(int y, int x) {
        T sum = 0;
        for (int j = 0; j < width; ++j)
          for (int i = 0; i < width; ++i) {
            const int v = y + j - radius, u = x + i - radius;
            const bool inside = v >= 0 && v < rows && u >= 0 && u < cols;
            sum += filter(j, i) * (inside ? in(v, u) : 0);
          }
        out(y, x) = sum;
      });
}

// [mdrange]
/// Kokkos's own tile.
template <class T, class Exec>
void mdrange(const Conv2d<T>& p, const Exec& exec) {
  convolve_by_rows(p, Range2D<Exec>(exec, {0, 0}, {p.rows, p.cols}));
}

// [mdrange_tile]
template <class T, class Exec>
void mdrange_tile(const Conv2d<T>& p, const Exec& exec) {
  convolve_by_rows(p, Range2D<Exec>(exec, {0, 0}, {p.rows, p.cols}, {8, 32}));
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("conv2d/direct", direct<T, Exec>);
  kokkos.add("conv2d/tile_halo", tile_halo<T, Exec>);
  kokkos.add("conv2d/tile_halo_16x16", tile_halo_16x16<T, Exec>);
  kokkos.add_prepared("conv2d/constant_filter", constant_filter<T, Exec>);
  kokkos.add("conv2d/mdrange", mdrange<T, Exec>);
  kokkos.add("conv2d/mdrange_tile", mdrange_tile<T, Exec>);
}

}  // namespace

template <class Exec>
void add_conv2d(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_conv2d);

}  // namespace tilebridge::kokkos
