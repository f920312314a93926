// SPDX-License-Identifier: Apache-2.0
// One element of C per thread; the variants differ in where they read rows of A and columns of B.
#include "catalogue/tiling/matmul.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::matmul_experiment {
namespace {

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

template <class T, class Exec>
void mdrange(const Matmul<T>& p, const Exec& exec) {
  multiply_by_rows(p, Range2D<Exec>(exec, {0, 0}, {p.m, p.n}));
}

template <class T, class Exec>
void mdrange_tile(const Matmul<T>& p, const Exec& exec) {
  multiply_by_rows(p, Range2D<Exec>(exec, {0, 0}, {p.m, p.n}, {8, 32}));
}

template <int tile>
struct FlatRange {
  static constexpr int team_size = tile * tile;
  static constexpr int vector_length = 1;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    Kokkos::parallel_for(Kokkos::TeamVectorRange(team, tile * tile),
                         [&](int e) { body(e / tile, e % tile); });
  }
};

#if KOKKOS_VERSION >= 40100
template <int tile>
struct TeamMDRange {
  static constexpr int team_size = tile;
  static constexpr int vector_length = tile;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    using Rank = Kokkos::Rank<2, Kokkos::Iterate::Right>;  // the second index is the contiguous one
    Kokkos::parallel_for(Kokkos::TeamVectorMDRange<Rank, Team>(team, tile, tile), body);
  }
};
#endif

/// Range::for_each(team, body) calls body(y, x) for all y and x below `tile`.
template <int tile, class Range, class T, class Exec>
void tiled_in(const Matmul<T>& p, const Exec& exec) {
  using Tile = Scratch<T[tile][tile], Exec>;
  const Matrix<const T, Exec> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const Matrix<T, Exec> c(p.c, p.m, p.n);
  const int m = p.m, n = p.n, k = p.k;
  const int across = (n + tile - 1) / tile, down = (m + tile - 1) / tile;
  if (across * down == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, team_of<Exec, Range::team_size>,
                                  Range::vector_length);
  policy.set_scratch_size(0, Kokkos::PerTeam(3 * Tile::shmem_size()));
  Kokkos::parallel_for(
      "matmul/tiled_in", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile a_tile(team.team_scratch(0));
        const Tile b_tile(team.team_scratch(0));
        const Tile sums(team.team_scratch(0));
        const int row = team.league_rank() / across * tile;
        const int column = team.league_rank() % across * tile;
        Range::for_each(team, [&](int y, int x) { sums(y, x) = 0; });
        team.team_barrier();
        for (int first = 0; first < k; first += tile) {
          Range::for_each(team, [&](int y, int x) {
            const bool in_a = row + y < m && first + x < k;
            const bool in_b = first + y < k && column + x < n;
            a_tile(y, x) = in_a ? a(row + y, first + x) : 0;
            b_tile(y, x) = in_b ? b(first + y, column + x) : 0;
          });
          team.team_barrier();
          Range::for_each(team, [&](int y, int x) {
            T sum = sums(y, x);
            for (int i = 0; i < tile; ++i) sum += a_tile(y, i) * b_tile(i, x);
            sums(y, x) = sum;
          });
          team.team_barrier();
        }
        Range::for_each(team, [&](int y, int x) {
          if (row + y < m && column + x < n) c(row + y, column + x) = sums(y, x);
        });
      });
}

/// The ranges are exactly as long as the team, so that each thread runs their body once: its sum is
/// a variable of the body, and all threads pass the barriers in it. On a host, where a team may
/// have fewer threads, they would not.
template <int tile, class T, class Exec>
void tiled_in_one_range(const Matmul<T>& p, const Exec& exec) {
  using Tile = Scratch<T[tile][tile], Exec>;
  const Matrix<const T, Exec> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const Matrix<T, Exec> c(p.c, p.m, p.n);
  const int m = p.m, n = p.n, k = p.k;
  const int across = (n + tile - 1) / tile, down = (m + tile - 1) / tile;
  if (across * down == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, tile, tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Tile::shmem_size()));
  Kokkos::parallel_for(
      "matmul/tiled_in_one_range", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile a_tile(team.team_scratch(0));
        const Tile b_tile(team.team_scratch(0));
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int y) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int x) {
            const int row = team.league_rank() / across * tile + y;
            const int column = team.league_rank() % across * tile + x;
            T sum = 0;
            for (int first = 0; first < k; first += tile) {
              const bool in_a = row < m && first + x < k;
              const bool in_b = first + y < k && column < n;
              a_tile(y, x) = in_a ? a(row, first + x) : 0;
              b_tile(y, x) = in_b ? b(first + y, column) : 0;
              team.team_barrier();
              for (int i = 0; i < tile; ++i) sum += a_tile(y, i) * b_tile(i, x);
              team.team_barrier();
            }
            if (row < m && column < n) c(row, column) = sum;
          });
        });
      });
}

/// A thread's sum is a variable, in a register from one barrier to the next.
template <int tile, class T, class Exec>
void tiled_by_index(const Matmul<T>& p, const Exec& exec) {
  using Tile = Scratch<T[tile][tile], Exec>;  // __shared__ T a[tile][tile]
  const Matrix<const T, Exec> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const Matrix<T, Exec> c(p.c, p.m, p.n);
  const int m = p.m, n = p.n, k = p.k;
  const int across = (n + tile - 1) / tile, down = (m + tile - 1) / tile;
  if (across * down == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, across * down, tile * tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Tile::shmem_size()));
  Kokkos::parallel_for(
      "matmul/tiled_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile a_tile(team.team_scratch(0));
        const Tile b_tile(team.team_scratch(0));
        const int y = team.team_rank() / tile, x = team.team_rank() % tile;
        const int row = team.league_rank() / across * tile + y;
        const int column = team.league_rank() % across * tile + x;
        T sum = 0;
        for (int first = 0; first < k; first += tile) {
          const bool in_a = row < m && first + x < k;
          const bool in_b = first + y < k && column < n;
          a_tile(y, x) = in_a ? a(row, first + x) : 0;
          b_tile(y, x) = in_b ? b(first + y, column) : 0;
          team.team_barrier();  // __syncthreads()
          for (int i = 0; i < tile; ++i) sum += a_tile(y, i) * b_tile(i, x);
          team.team_barrier();  // all reads must finish before the next tiles are stored
        }
        if (row < m && column < n) c(row, column) = sum;
      });
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("matmul/direct", direct<T, Exec>);
    kokkos.add("matmul/tile16", tiled<16, T, Exec>);
    kokkos.add("matmul/tile32", tiled<32, T, Exec>);
    kokkos.add("matmul/mdrange", mdrange<T, Exec>);
    kokkos.add("matmul/mdrange_tile", mdrange_tile<T, Exec>);
    kokkos.add("matmul/tile16_flat", tiled_in<16, FlatRange<16>, T, Exec>);
    if constexpr (!is_host<Exec>) {
#if KOKKOS_VERSION >= 40100
      kokkos.add("matmul/tile16_team_mdrange", tiled_in<16, TeamMDRange<16>, T, Exec>);
#endif
      kokkos.add("matmul/tile16_one_range", tiled_in_one_range<16, T, Exec>);
      by_index.add("matmul/tile16", tiled_by_index<16, T, Exec>);
      by_index.add("matmul/tile32", tiled_by_index<32, T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::matmul_experiment
