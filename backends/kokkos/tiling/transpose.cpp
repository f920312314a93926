// SPDX-License-Identifier: Apache-2.0
// 32 × 32 tiles with teams of 8 × 32 threads, or the whole matrix as a two-dimensional range.
#include "catalogue/tiling/transpose.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::kokkos::transpose_experiment {
namespace {

constexpr int tile = Transpose<float>::tile;
constexpr int rows_per_pass = Transpose<float>::rows_per_pass;

template <class T, class Exec>
void read_coalesced(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  Kokkos::parallel_for(
      "transpose/read_coalesced", Range2D<Exec>(exec, {0, 0}, {t.cols, t.rows}, {32, 8}),
      KOKKOS_LAMBDA(int x, int y) { out(x, y) = in(y, x); });
}

template <class T, class Exec>
void write_coalesced(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  Kokkos::parallel_for(
      "transpose/write_coalesced", Range2D<Exec>(exec, {0, 0}, {t.rows, t.cols}, {32, 8}),
      KOKKOS_LAMBDA(int y, int x) { out(x, y) = in(y, x); });
}

template <class Tile, class T, class Exec>
void staged_tile(const Transpose<T>& t, const Exec& exec) {
  using Staged = Scratch<T[tile][Tile::columns], Exec>;  // __shared__ T staged[tile][columns]
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  const int rows = t.rows, cols = t.cols;
  const int across = (cols + tile - 1) / tile, down = (rows + tile - 1) / tile;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, team_of<Exec, rows_per_pass>, tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(Staged::shmem_size()));
  Kokkos::parallel_for(
      "transpose/staged_tile", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Staged staged(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile;
        const int y0 = team.league_rank() / across * tile;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int r) {      // threadIdx.y
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int c) {  // threadIdx.x
            if (x0 + c < cols && y0 + r < rows) staged(r, Tile::column(r, c)) = in(y0 + r, x0 + c);
          });
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int c) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int r) {
            if (x0 + c < cols && y0 + r < rows) out(x0 + c, y0 + r) = staged(r, Tile::column(r, c));
          });
        });
      });
}

/// Kokkos's own tile, with the usual (row, column) order.
template <class T, class Exec>
void mdrange(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  Kokkos::parallel_for(
      "transpose/mdrange", Range2D<Exec>(exec, {0, 0}, {t.rows, t.cols}),
      KOKKOS_LAMBDA(int y, int x) { out(x, y) = in(y, x); });
}

/// Transposes in an MDRangePolicy with an explicit tile.
template <class T, class Exec>
void mdrange_tile(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  Kokkos::parallel_for(
      "transpose/mdrange_tile", Range2D<Exec>(exec, {0, 0}, {t.rows, t.cols}, {8, 32}),
      KOKKOS_LAMBDA(int y, int x) { out(x, y) = in(y, x); });
}

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

/// The tile's elements in one range.
struct FlatRange {
  static constexpr int team_size = 256;
  static constexpr int vector_length = 1;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, tile * tile),
                         [&](int e) { body(e / tile, e % tile); });
  }
};

#if KOKKOS_VERSION >= 40100
struct TeamMDRange {
  static constexpr int team_size = rows_per_pass;
  static constexpr int vector_length = tile;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    using Rank = Kokkos::Rank<2, Kokkos::Iterate::Right>;  // the second index is the contiguous one
    const int count = tile;  // the range takes a reference, and `tile` has no address on a GPU
    Kokkos::parallel_for(Kokkos::TeamVectorMDRange<Rank, Team>(team, count, count), body);
  }
};
#endif

/// Range::for_each(team, body) calls body(i, j) for all i and j below `tile`.
template <class Range, class T, class Exec>
void padded_tile_in(const Transpose<T>& t, const Exec& exec) {
  using Tile = Scratch<T[tile][tile + 1], Exec>;
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  const int rows = t.rows, cols = t.cols;
  const int across = (cols + tile - 1) / tile, down = (rows + tile - 1) / tile;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, team_of<Exec, Range::team_size>,
                                  Range::vector_length);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "transpose/padded_tile_in", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile staged(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile;
        const int y0 = team.league_rank() / across * tile;
        Range::for_each(team, [&](int r, int c) {
          if (x0 + c < cols && y0 + r < rows) staged(r, c) = in(y0 + r, x0 + c);
        });
        team.team_barrier();
        Range::for_each(team, [&](int c, int r) {
          if (x0 + c < cols && y0 + r < rows) out(x0 + c, y0 + r) = staged(r, c);
        });
      });
}

/// The output, cols × rows in row-major order, is a rows × cols matrix in column-major order.
template <class T, class Exec>
void layout_copy(const Transpose<T>& t, const Exec& exec) {
  const Matrix<const T, Exec> right(t.in, t.rows, t.cols);
  const Unmanaged<T**, Kokkos::LayoutLeft, Exec> left(t.out, t.rows, t.cols);
  if (t.rows > 0 && t.cols > 0) Kokkos::deep_copy(exec, left, right);
}

template <class Tile, class T, class Exec>
void staged_tile_by_index(const Transpose<T>& t, const Exec& exec) {
  using Staged = Scratch<T[tile][Tile::columns], Exec>;  // __shared__ T staged[tile][columns]
  const Matrix<const T, Exec> in(t.in, t.rows, t.cols);
  const Matrix<T, Exec> out(t.out, t.cols, t.rows);
  const int rows = t.rows, cols = t.cols;
  const int across = (cols + tile - 1) / tile, down = (rows + tile - 1) / tile;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, tile * rows_per_pass);
  policy.set_scratch_size(0, Kokkos::PerTeam(Staged::shmem_size()));
  Kokkos::parallel_for(
      "transpose/staged_tile_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Staged staged(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile;
        const int y0 = team.league_rank() / across * tile;
        const int x = team.team_rank() % tile, y = team.team_rank() / tile;
        for (int j = y; j < tile; j += rows_per_pass)
          if (x0 + x < cols && y0 + j < rows) staged(j, Tile::column(j, x)) = in(y0 + j, x0 + x);
        team.team_barrier();  // __syncthreads()
        for (int j = y; j < tile; j += rows_per_pass)
          if (x0 + j < cols && y0 + x < rows) out(x0 + j, y0 + x) = staged(x, Tile::column(x, j));
      });
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double, Half>([&]<class T>() {
    kokkos.add("transpose/read_coalesced", read_coalesced<T, Exec>);
    kokkos.add("transpose/write_coalesced", write_coalesced<T, Exec>);
    kokkos.add("transpose/tile", staged_tile<PlainTile, T, Exec>);
    kokkos.add("transpose/padded_tile", staged_tile<PaddedTile, T, Exec>);
    kokkos.add("transpose/swizzled_tile", staged_tile<SwizzledTile, T, Exec>);
    kokkos.add("transpose/mdrange", mdrange<T, Exec>);
    kokkos.add("transpose/mdrange_tile", mdrange_tile<T, Exec>);
    kokkos.add("transpose/padded_tile_flat", padded_tile_in<FlatRange, T, Exec>);
    kokkos.add("transpose/layout_copy", layout_copy<T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("transpose/mdrange_default_layout", mdrange_default_layout<T, Exec>);
#if KOKKOS_VERSION >= 40100
      kokkos.add("transpose/padded_tile_team_mdrange", padded_tile_in<TeamMDRange, T, Exec>);
#endif
      by_index.add("transpose/tile", staged_tile_by_index<PlainTile, T, Exec>);
      by_index.add("transpose/padded_tile", staged_tile_by_index<PaddedTile, T, Exec>);
      by_index.add("transpose/swizzled_tile", staged_tile_by_index<SwizzledTile, T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::transpose_experiment
