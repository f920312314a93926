// SPDX-License-Identifier: Apache-2.0
// 32 × 32 tiles with teams of 8 × 32 threads, or the whole matrix as a two-dimensional range.
#include "catalogue/tiling/transpose.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [tile, padded_tile, swizzled_tile]
constexpr int tile = 32;
constexpr int rows_per_pass = 8;

// [read_coalesced]
template <class T, class Exec>
void read_coalesced(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  Kokkos::parallel_for(
      "transpose/read_coalesced", Range2D<Exec>(exec, {0, 0}, {t.cols, t.rows}, {32, 8}),
      KOKKOS_LAMBDA(int x, int y) { out(x, y) = in(y, x); });
}

// [write_coalesced]
template <class T, class Exec>
void write_coalesced(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  Kokkos::parallel_for(
      "transpose/write_coalesced", Range2D<Exec>(exec, {0, 0}, {t.rows, t.cols}, {32, 8}),
      KOKKOS_LAMBDA(int y, int x) { out(x, y) = in(y, x); });
}

// [tile, padded_tile]
/// If the staged array is exactly as wide as the tile, a column lies in one bank; with one extra
/// column, in 32.
template <int columns, class T, class Exec>
void staged_tile(const Transpose<T>& t, const Exec& exec) {
  using Tile = Scratch<T[tile][columns], Exec>;  // __shared__ T staged[tile][columns]
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  const int rows = t.rows, cols = t.cols;
  const int across = (cols + tile - 1) / tile, down = (rows + tile - 1) / tile;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, team_of<Exec, rows_per_pass>, tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "transpose/staged_tile", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile staged(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile;
        const int y0 = team.league_rank() / across * tile;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int r) {      // threadIdx.y
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int c) {  // threadIdx.x
            if (x0 + c < cols && y0 + r < rows) staged(r, c) = in(y0 + r, x0 + c);
          });
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int c) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int r) {
            if (x0 + c < cols && y0 + r < rows) out(x0 + c, y0 + r) = staged(r, c);
          });
        });
      });
}

// [swizzled_tile]
/// Element (r, c) is staged in column c xor r: rows and columns alike use 32 different banks.
template <class T, class Exec>
void swizzled_tile(const Transpose<T>& t, const Exec& exec) {
  using Tile = Scratch<T[tile][tile], Exec>;
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  const int rows = t.rows, cols = t.cols;
  const int across = (cols + tile - 1) / tile, down = (rows + tile - 1) / tile;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, team_of<Exec, rows_per_pass>, tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "transpose/swizzled_tile", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile staged(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile;
        const int y0 = team.league_rank() / across * tile;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int r) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int c) {
            if (x0 + c < cols && y0 + r < rows) staged(r, c ^ r) = in(y0 + r, x0 + c);
          });
        });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int c) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int r) {
            if (x0 + c < cols && y0 + r < rows) out(x0 + c, y0 + r) = staged(r, c ^ r);
          });
        });
      });
}

// [mdrange]
/// Kokkos's own tile, with the usual (row, column) order.
template <class T, class Exec>
void mdrange(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  Kokkos::parallel_for(
      "transpose/mdrange", Range2D<Exec>(exec, {0, 0}, {t.rows, t.cols}),
      KOKKOS_LAMBDA(int y, int x) { out(x, y) = in(y, x); });
}

// [mdrange_tile]
/// The same with an explicit tile.
template <class T, class Exec>
void mdrange_tile(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  Kokkos::parallel_for(
      "transpose/mdrange_tile", Range2D<Exec>(exec, {0, 0}, {t.rows, t.cols}, {8, 32}),
      KOKKOS_LAMBDA(int y, int x) { out(x, y) = in(y, x); });
}

// [mdrange_default_layout]
/// Everything as in Kokkos's defaults on a GPU, whose Views are column-major: the first index is
/// the contiguous one.
template <class T, class Exec>
void mdrange_default_layout(const Transpose<T>& t, const Exec& exec) {
  using Layout = typename Exec::array_layout;
  const Unmanaged<const T**, Layout, Exec> in(t.in, t.cols, t.rows);
  const Unmanaged<T**, Layout, Exec> out(t.out, t.rows, t.cols);
  Kokkos::parallel_for(
      "transpose/mdrange_default_layout", Range2D<Exec>(exec, {0, 0}, {t.cols, t.rows}),
      KOKKOS_LAMBDA(int x, int y) { out(y, x) = in(x, y); });
}

// [layout_copy]
/// The output, cols × rows in row-major order, is a rows × cols matrix in column-major order.
template <class T, class Exec>
void layout_copy(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> right(t.in, t.rows, t.cols);
  const Unmanaged<T**, Kokkos::LayoutLeft, Exec> left(t.out, t.rows, t.cols);
  if (t.rows > 0 && t.cols > 0) Kokkos::deep_copy(exec, left, right);
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("transpose/read_coalesced", read_coalesced<T, Exec>);
  kokkos.add("transpose/write_coalesced", write_coalesced<T, Exec>);
  kokkos.add("transpose/tile", staged_tile<tile, T, Exec>);
  kokkos.add("transpose/padded_tile", staged_tile<tile + 1, T, Exec>);
  kokkos.add("transpose/swizzled_tile", swizzled_tile<T, Exec>);
  kokkos.add("transpose/mdrange", mdrange<T, Exec>);
  kokkos.add("transpose/mdrange_tile", mdrange_tile<T, Exec>);
  if constexpr (!is_host<Exec>)
    kokkos.add("transpose/mdrange_default_layout", mdrange_default_layout<T, Exec>);
  kokkos.add("transpose/layout_copy", layout_copy<T, Exec>);
}

}  // namespace

template <class Exec>
void add_transpose(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_transpose);

}  // namespace tilebridge::kokkos
