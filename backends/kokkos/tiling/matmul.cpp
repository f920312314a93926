// SPDX-License-Identifier: Apache-2.0
// One element of C per thread; the variants differ in where they read rows of A and columns of B.
#include "catalogue/tiling/matmul.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [direct]
template <class T, class Exec>
void direct(const Matmul<T>& p, const Exec& exec) {
  const Matrix<const T, Exec> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const Matrix<T, Exec> c(p.c, p.m, p.n);
  const int k = p.k;
  Kokkos::parallel_for(
      "matmul/direct", Range2D<Exec>(exec, {0, 0}, {p.n, p.m}, {16, 16}),
      KOKKOS_LAMBDA(int column, int row) {
        T sum = 0;
        for (int i = 0; i < k; ++i) sum += a(row, i) * b(i, column);
        c(row, column) = sum;
      });
}

// [tile16, tile32]
/// The sums are kept in a tile too: the range decides which elements a thread gets, so a thread has
/// no variable that could keep one from one barrier to the next.
template <int tile, class T, class Exec>
void tiled(const Matmul<T>& p, const Exec& exec) {
  using Tile = Scratch<T[tile][tile], Exec>;  // __shared__ T a[tile][tile]
  const Matrix<const T, Exec> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const Matrix<T, Exec> c(p.c, p.m, p.n);
  const int m = p.m, n = p.n, k = p.k;
  const int across = (n + tile - 1) / tile, down = (m + tile - 1) / tile;
  if (across * down == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, team_of<Exec, tile>, tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(3 * Tile::shmem_size()));
  Kokkos::parallel_for(
      "matmul/tiled", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile a_tile(team.team_scratch(0));
        const Tile b_tile(team.team_scratch(0));
        const Tile sums(team.team_scratch(0));
        const int row = team.league_rank() / across * tile;
        const int column = team.league_rank() % across * tile;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int y) {      // threadIdx.y
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int x) {  // threadIdx.x
            sums(y, x) = 0;
          });
        });
        team.team_barrier();  // __syncthreads()
        for (int first = 0; first < k; first += tile) {
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int y) {
            Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int x) {
              const bool in_a = row + y < m && first + x < k;
              const bool in_b = first + y < k && column + x < n;
              a_tile(y, x) = in_a ? a(row + y, first + x) : 0;
              b_tile(y, x) = in_b ? b(first + y, column + x) : 0;
            });
          });
          team.team_barrier();
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int y) {
            Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int x) {
              T sum = sums(y, x);
              for (int i = 0; i < tile; ++i) sum += a_tile(y, i) * b_tile(i, x);
              sums(y, x) = sum;
            });
          });
          team.team_barrier();
        }
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int y) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int x) {
            if (row + y < m && column + x < n) c(row + y, column + x) = sums(y, x);
          });
        });
      });
}

// [mdrange, mdrange_tile]
/// The usual (row, column) order.
template <class T, class Exec>
void multiply_by_rows(const Matmul<T>& p, const Range2D<Exec>& range) {
  const Matrix<const T, Exec> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const Matrix<T, Exec> c(p.c, p.m, p.n);
  const int k = p.k;
  Kokkos::parallel_for(
      "matmul/by_rows", range, KOKKOS_LAMBDA(int row, int column) {
        T sum = 0;
        for (int i = 0; i < k; ++i) sum += a(row, i) * b(i, column);
        c(row, column) = sum;
      });
}

// [mdrange]
/// Kokkos's own tile.
template <class T, class Exec>
void mdrange(const Matmul<T>& p, const Exec& exec) {
  multiply_by_rows(p, Range2D<Exec>(exec, {0, 0}, {p.m, p.n}));
}

// [mdrange_tile]
template <class T, class Exec>
void mdrange_tile(const Matmul<T>& p, const Exec& exec) {
  multiply_by_rows(p, Range2D<Exec>(exec, {0, 0}, {p.m, p.n}, {8, 32}));
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("matmul/direct", direct<T, Exec>);
  kokkos.add("matmul/tile16", tiled<16, T, Exec>);
  kokkos.add("matmul/tile32", tiled<32, T, Exec>);
  kokkos.add("matmul/mdrange", mdrange<T, Exec>);
  kokkos.add("matmul/mdrange_tile", mdrange_tile<T, Exec>);
}

}  // namespace

template <class Exec>
void add_matmul(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_matmul);

}  // namespace tilebridge::kokkos
