// SPDX-License-Identifier: Apache-2.0
// A stencil of 25 elements: an MDRangePolicy has one index triple per element, or teams walk from
// plane to plane, with each plane and the queue along z in scratch memory. By index the queue is in
// registers.
#include "catalogue/tiling/stencil_wide.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::stencil_wide_experiment {
namespace {

constexpr int radius = WideStencil<float>::radius;
constexpr int columns = WideStencil<float>::columns;
constexpr int rows = WideStencil<float>::rows;
constexpr int walked = WideStencil<float>::walked;

template <class T, class Exec>
using Volume = Unmanaged<T***, Kokkos::LayoutRight, Exec>;

template <class Exec>
using Range3D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;

/// On CUDA neighbouring threads are neighbours in the first index: x.
template <class T, class Exec>
void direct(const WideStencil<T>& s, const Exec& exec) {
  const Volume<const T, Exec> in(s.in, s.nz, s.ny, s.nx);
  const Volume<T, Exec> out(s.out, s.nz, s.ny, s.nx);
  Kokkos::parallel_for(
      "stencil_wide/direct", Range3D<Exec>(exec, {0, 0, 0}, {s.nx, s.ny, s.nz}, {32, 4, 2}),
      KOKKOS_LAMBDA(int x, int y, int z) {
        const bool inside = s.is_inside(x, s.nx) && s.is_inside(y, s.ny) && s.is_inside(z, s.nz);
        out(z, y, x) = inside ? s.weighted(in, z, y, x, in, y, x) : in(z, y, x);
      });
}

/// Planes take turns in scratch memory, because a thread's registers do not outlive a range. An
/// element is found by its place in the grid.
template <class T, int turns, int rows, int columns, class Exec>
struct Queue {
  using Planes = Scratch<T[turns][rows][columns], Exec>;
  Planes planes;

  KOKKOS_INLINE_FUNCTION T& operator()(int z, int q, int c) const {
    return planes(static_cast<unsigned>(z + turns) % turns, q, c);
  }
};

template <class T, class Exec>
void stream(const WideStencil<T>& s, const Exec& exec) {
  constexpr int tall = rows + 2 * radius, wide = columns + 2 * radius;
  using AlongZ = Queue<T, 2 * radius + 2, rows, columns, Exec>;  // __shared__
  using Tiles = Queue<T, 2, tall, wide, Exec>;                   // __shared__
  const Volume<const T, Exec> in(s.in, s.nz, s.ny, s.nx);
  const Volume<T, Exec> out(s.out, s.nz, s.ny, s.nx);
  const int across = (s.nx + columns - 1) / columns, down = (s.ny + rows - 1) / rows;
  const int teams = across * down * ((s.nz + walked - 1) / walked);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, rows>, columns);  // dim3(32, 8)
  policy.set_scratch_size(
      0, Kokkos::PerTeam(AlongZ::Planes::shmem_size() + Tiles::Planes::shmem_size()));
  Kokkos::parallel_for(
      "stencil_wide/stream", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const AlongZ queue = {typename AlongZ::Planes(team.team_scratch(0))};
        const Tiles tiles = {typename Tiles::Planes(team.team_scratch(0))};
        const int box = team.league_rank();
        const int x0 = box % across * columns, y0 = box / across % down * rows;
        const int first = box / across / down * walked;
        const int last = first + walked < s.nz ? first + walked : s.nz;
        for (int z = first - 2 * radius; z < last; ++z) {
          const int above = z + radius;
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows), [&](int q) {
            Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, columns), [&](int c) {
              const int y = y0 + q, x = x0 + c;
              if (above >= 0 && above < s.nz && y < s.ny && x < s.nx)
                queue(above, q, c) = in(above, y, x);
            });
          });
          if (z < first) continue;
          Kokkos::parallel_for(Kokkos::TeamVectorRange(team, tall * wide), [&](int e) {
            const int q = e / wide, c = e % wide, y = y0 + q - radius, x = x0 + c - radius;
            if (y >= 0 && y < s.ny && x >= 0 && x < s.nx) tiles(z, q, c) = in(z, y, x);
          });
          team.team_barrier();  // __syncthreads()
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows), [&](int q) {
            Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, columns), [&](int c) {
              const int y = y0 + q, x = x0 + c;
              if (y >= s.ny || x >= s.nx) return;
              const bool inside =
                  s.is_inside(x, s.nx) && s.is_inside(y, s.ny) && s.is_inside(z, s.nz);
              out(z, y, x) = inside ? s.weighted(tiles, z, q + radius, c + radius, queue, q, c)
                                    : queue(z, q, c);
            });
          });
        }
      });
}

/// Returns 0 beyond the grid.
template <class Grid>
KOKKOS_INLINE_FUNCTION typename Grid::non_const_value_type value(const Grid& in, int z, int y,
                                                                 int x) {
  const bool held = z >= 0 && z < in.extent_int(0) && y >= 0 && y < in.extent_int(1) && x >= 0 &&
                    x < in.extent_int(2);
  return held ? in(z, y, x) : 0;
}

template <class T, class Exec>
void stream_by_index(const WideStencil<T>& s, const Exec& exec) {
  using Tiles = Scratch<T[2][rows + 2 * radius][columns + 2 * radius], Exec>;  // __shared__
  const Volume<const T, Exec> in(s.in, s.nz, s.ny, s.nx);
  const Volume<T, Exec> out(s.out, s.nz, s.ny, s.nx);
  const int across = (s.nx + columns - 1) / columns, down = (s.ny + rows - 1) / rows;
  const int teams = across * down * ((s.nz + walked - 1) / walked);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, rows * columns);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tiles::shmem_size()));
  Kokkos::parallel_for(
      "stencil_wide/stream_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tiles tiles(team.team_scratch(0));
        const int box = team.league_rank();
        const int own_row = team.team_rank() / columns, own_column = team.team_rank() % columns;
        const int x = box % across * columns + own_column;
        const int y = box / across % down * rows + own_row;
        const int first = box / across / down * walked;
        const int last = first + walked < s.nz ? first + walked : s.nz;
        const int q = own_row + radius, c = own_column + radius;
        const int dy = s.beside(own_row, rows), dx = s.beside(own_column, columns);
        T queue[2 * radius + 1];  // planes z - radius … z + radius
        TILEBRIDGE_UNROLL
        for (int k = 0; k < 2 * radius; ++k) queue[k] = value(in, first - radius + k, y, x);
        for (int z = first; z < last; ++z) {
          queue[2 * radius] = value(in, z + radius, y, x);
          const int turn = z & 1;
          tiles(turn, q, c) = queue[radius];
          if (dy != 0) tiles(turn, q + dy, c) = value(in, z, y + dy, x);
          if (dx != 0) tiles(turn, q, c + dx) = value(in, z, y, x + dx);
          team.team_barrier();  // __syncthreads()
          T result = queue[radius];
          if (s.is_inside(x, s.nx) && s.is_inside(y, s.ny) && s.is_inside(z, s.nz)) {
            result *= s.weights[0];
            TILEBRIDGE_UNROLL
            for (int k = 1; k <= radius; ++k)
              result += s.weights[k] *
                        (tiles(turn, q, c - k) + tiles(turn, q, c + k) + tiles(turn, q - k, c) +
                         tiles(turn, q + k, c) + queue[radius - k] + queue[radius + k]);
          }
          if (y < s.ny && x < s.nx) out(z, y, x) = result;
          TILEBRIDGE_UNROLL
          for (int k = 0; k < 2 * radius; ++k) queue[k] = queue[k + 1];
        }
      });
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("stencil_wide/direct", direct<T, Exec>);
    kokkos.add("stencil_wide/stream", stream<T, Exec>);
    if constexpr (!is_host<Exec>) {
      by_index.add("stencil_wide/stream", stream_by_index<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::stencil_wide_experiment
