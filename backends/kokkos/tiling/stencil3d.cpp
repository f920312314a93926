// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: an index triple of an MDRangePolicy per element, a box with its halo in a
// team's scratch memory, or planes in turn there; two steps at once go by planes.
#include "catalogue/tiling/stencil3d.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::stencil3d_experiment {
namespace {

template <class T, class Exec>
using Volume = Unmanaged<T***, Kokkos::LayoutRight, Exec>;

template <class Exec>
using Range3D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;

/// On CUDA neighbouring threads are neighbours in the first index, x.
template <class T, class Exec>
void direct(const HeatStep<T>& h, const Exec& exec) {
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  Kokkos::parallel_for(
      "stencil3d/direct", Range3D<Exec>(exec, {0, 0, 0}, {nx, ny, nz}, {32, 4, 2}),
      KOKKOS_LAMBDA(int x, int y, int z) {
        const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
        out(z, y, x) = inside ? heated(in, z, y, x) : in(z, y, x);
      });
}

constexpr int columns = HeatStep<float>::columns, rows = HeatStep<float>::rows;
constexpr int planes = HeatStep<float>::planes;

template <class T, class Exec>
void tile_halo(const HeatStep<T>& h, const Exec& exec) {
  using Tile = Scratch<T[planes + 2][rows + 2][columns + 2], Exec>;  // __shared__
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  const int across = (nx + columns - 1) / columns, down = (ny + rows - 1) / rows;
  const int teams = across * down * ((nz + planes - 1) / planes);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, rows>, columns);  // dim3(32, 8)
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "stencil3d/tile_halo", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile tile(team.team_scratch(0));
        const int box = team.league_rank();
        const int x0 = box % across * columns, y0 = box / across % down * rows;
        const int z0 = box / across / down * planes;
        const auto halo_rows = Kokkos::TeamThreadRange(team, (planes + 2) * (rows + 2));
        Kokkos::parallel_for(halo_rows, [&](int r) {
          const int p = r / (rows + 2), q = r % (rows + 2);
          const int z = z0 + p - 1, y = y0 + q - 1;
          const bool in_grid = z >= 0 && z < nz && y >= 0 && y < ny;
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, columns + 2), [&](int c) {
            const int x = x0 + c - 1;
            if (in_grid && x >= 0 && x < nx) tile(p, q, c) = in(z, y, x);
          });
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows), [&](int q) {
          Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, columns), [&](int c) {
            for (int p = 0; p < planes; ++p) {
              const int z = z0 + p, y = y0 + q, x = x0 + c;
              if (z >= nz || y >= ny || x >= nx) continue;
              const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
              out(z, y, x) = inside ? heated(tile, p + 1, q + 1, c + 1) : tile(p + 1, q + 1, c + 1);
            }
          });
        });
      });
}

constexpr int walked = HeatStep<float>::walked;

/// Planes that take turns in scratch memory, by their place in the grid: registers of a thread do
/// not outlive a range.
template <class T, int turns, int rows, int columns, class Exec>
struct Queue {
  using Planes = Scratch<T[turns][rows][columns], Exec>;
  Planes planes;

  KOKKOS_INLINE_FUNCTION T& operator()(int z, int q, int c) const {
    return planes(static_cast<unsigned>(z + turns) % turns, q, c);
  }
};

/// Stages plane z of the grid from row y0 and column x0 on.
template <class T, int turns, int rows, int columns, class Exec>
KOKKOS_INLINE_FUNCTION void stage(const Team<Exec>& team,
                                  const Queue<T, turns, rows, columns, Exec>& queue,
                                  const Volume<const T, Exec>& in, int z, int y0, int x0) {
  const int nz = in.extent_int(0), ny = in.extent_int(1), nx = in.extent_int(2);
  Kokkos::parallel_for(Kokkos::TeamVectorRange(team, rows * columns), [&](int e) {
    const int q = e / columns, c = e % columns, y = y0 + q, x = x0 + c;
    const bool in_grid = z >= 0 && z < nz && y >= 0 && y < ny && x >= 0 && x < nx;
    if (in_grid) queue(z, q, c) = in(z, y, x);
  });
}

/// Element (q, c) of a queue's plane z after the step. In the grid it is element (y, x).
template <class T, class Elements, class Grid>
KOKKOS_INLINE_FUNCTION T stepped(const Elements& queue, const Grid& in, int z, int q, int c, int y,
                                 int x) {
  const bool inside = is_inside(x, in.extent_int(2)) && is_inside(y, in.extent_int(1)) &&
                      is_inside(z, in.extent_int(0));
  return inside ? heated(queue, z, q, c) : queue(z, q, c);
}

template <class T, class Exec>
void stream(const HeatStep<T>& h, const Exec& exec) {
  using Tiles = Queue<T, 4, rows + 2, columns + 2, Exec>;  // __shared__
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  const int across = (nx + columns - 1) / columns, down = (ny + rows - 1) / rows;
  const int teams = across * down * ((nz + walked - 1) / walked);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, rows>, columns);  // dim3(32, 8)
  policy.set_scratch_size(0, Kokkos::PerTeam(Tiles::Planes::shmem_size()));
  Kokkos::parallel_for(
      "stencil3d/stream", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tiles tiles = {typename Tiles::Planes(team.team_scratch(0))};
        const int box = team.league_rank();
        const int x0 = box % across * columns, y0 = box / across % down * rows;
        const int first = box / across / down * walked;
        const int last = first + walked < nz ? first + walked : nz;
        for (int z = first - 2; z < last; ++z) {
          stage<T>(team, tiles, in, z + 1, y0 - 1, x0 - 1);
          team.team_barrier();  // __syncthreads()
          if (z < first) continue;
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, rows), [&](int q) {
            Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, columns), [&](int c) {
              const int y = y0 + q, x = x0 + c;
              if (y < ny && x < nx) out(z, y, x) = stepped<T>(tiles, in, z, q + 1, c + 1, y, x);
            });
          });
        }
      });
}

template <class T, class Exec>
void two_launches(const TwoHeatSteps<T>& h, const Exec& exec) {
  direct(h.first, exec);
  direct(h.second, exec);
}

constexpr int tall = HeatStep<float>::tall;

template <class T, class Exec>
void two_steps(const HeatStep<T>& h, const Exec& exec) {
  using Tiles = Queue<T, 3, tall + 2, columns + 2, Exec>;  // __shared__
  using Once = Queue<T, 3, tall, columns, Exec>;           // __shared__
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  const int across = (nx + columns - 3) / (columns - 2), down = (ny + tall - 3) / (tall - 2);
  const int teams = across * down * ((nz + walked - 1) / walked);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, tall>, columns);  // dim3(32, 16)
  policy.set_scratch_size(
      0, Kokkos::PerTeam(Tiles::Planes::shmem_size() + Once::Planes::shmem_size()));
  Kokkos::parallel_for(
      "stencil3d/two_steps", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tiles tiles = {typename Tiles::Planes(team.team_scratch(0))};
        const Once once = {typename Once::Planes(team.team_scratch(0))};
        const int box = team.league_rank();
        const int x0 = box % across * (columns - 2), y0 = box / across % down * (tall - 2);
        const int first = box / across / down * walked;
        const int last = first + walked < nz ? first + walked : nz;
        for (int z = first - 3; z <= last; ++z) {
          stage<T>(team, tiles, in, z + 1, y0 - 2, x0 - 2);
          team.team_barrier();  // __syncthreads()
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tall), [&](int q) {
            Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, columns), [&](int c) {
              const int y = y0 + q - 1, x = x0 + c - 1;
              const bool in_grid = z >= 0 && z < nz && y >= 0 && y < ny && x >= 0 && x < nx;
              if (in_grid && z >= first - 1)
                once(z, q, c) = stepped<T>(tiles, in, z, q + 1, c + 1, y, x);
            });
          });
          team.team_barrier();
          if (z <= first) continue;
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tall - 2), [&](int q) {
            Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, columns - 2), [&](int c) {
              const int y = y0 + q, x = x0 + c;
              if (y < ny && x < nx)
                out(z - 1, y, x) = stepped<T>(once, in, z - 1, q + 1, c + 1, y, x);
            });
          });
        }
      });
}

template <class T, class Exec>
void step_by_rows(const Range3D<Exec>& range, const HeatStep<T>& h) {
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  Kokkos::parallel_for(
      "stencil3d/mdrange", range, KOKKOS_LAMBDA(int z, int y, int x) {
        const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
        out(z, y, x) = inside ? heated(in, z, y, x) : in(z, y, x);
      });
}

template <class T, class Exec>
void mdrange(const HeatStep<T>& h, const Exec& exec) {
  step_by_rows(Range3D<Exec>(exec, {0, 0, 0}, {h.nz, h.ny, h.nx}), h);
}

template <class T, class Exec>
void mdrange_tile(const HeatStep<T>& h, const Exec& exec) {
  step_by_rows(Range3D<Exec>(exec, {0, 0, 0}, {h.nz, h.ny, h.nx}, {2, 4, 32}), h);
}

template <class T, class Exec>
void tile_halo_by_index(const HeatStep<T>& h, const Exec& exec) {
  using Tile = Scratch<T[planes + 2][rows + 2][columns + 2], Exec>;  // __shared__
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  const int across = (nx + columns - 1) / columns, down = (ny + rows - 1) / rows;
  const int teams = across * down * ((nz + planes - 1) / planes);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, rows * columns);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tile::shmem_size()));
  Kokkos::parallel_for(
      "stencil3d/tile_halo_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tile tile(team.team_scratch(0));
        const int box = team.league_rank();
        const int x0 = box % across * columns, y0 = box / across % down * rows;
        const int z0 = box / across / down * planes;
        const int own_row = team.team_rank() / columns, own_column = team.team_rank() % columns;
        for (int r = own_row; r < (planes + 2) * (rows + 2); r += rows)
          for (int c = own_column; c < columns + 2; c += columns) {
            const int p = r / (rows + 2), q = r % (rows + 2);
            const int z = z0 + p - 1, y = y0 + q - 1, x = x0 + c - 1;
            if (z >= 0 && z < nz && y >= 0 && y < ny && x >= 0 && x < nx)
              tile(p, q, c) = in(z, y, x);
          }
        team.team_barrier();  // __syncthreads()
        const int q = own_row + 1, c = own_column + 1;
        for (int p = 1; p <= planes; ++p) {
          const int z = z0 + p - 1, y = y0 + own_row, x = x0 + own_column;
          if (z >= nz || y >= ny || x >= nx) continue;
          const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
          out(z, y, x) = inside ? heated(tile, p, q, c) : tile(p, q, c);
        }
      });
}

/// An element of the grid; 0 beyond it.
template <class Grid>
KOKKOS_INLINE_FUNCTION typename Grid::non_const_value_type value(const Grid& in, int z, int y,
                                                                 int x) {
  const bool held = z >= 0 && z < in.extent_int(0) && y >= 0 && y < in.extent_int(1) && x >= 0 &&
                    x < in.extent_int(2);
  return held ? in(z, y, x) : 0;
}

template <class T, class Exec>
void stream_by_index(const HeatStep<T>& h, const Exec& exec) {
  using Tiles = Scratch<T[2][rows + 2][columns + 2], Exec>;  // __shared__
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  const int across = (nx + columns - 1) / columns, down = (ny + rows - 1) / rows;
  const int teams = across * down * ((nz + walked - 1) / walked);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, rows * columns);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tiles::shmem_size()));
  Kokkos::parallel_for(
      "stencil3d/stream_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tiles tiles(team.team_scratch(0));
        const int box = team.league_rank();
        const int own_row = team.team_rank() / columns, own_column = team.team_rank() % columns;
        const int x = box % across * columns + own_column;
        const int y = box / across % down * rows + own_row;
        const int first = box / across / down * walked;
        const int last = first + walked < nz ? first + walked : nz;
        const int q = own_row + 1, c = own_column + 1;
        const int dy = beside(own_row, rows), dx = beside(own_column, columns);
        T below = value(in, first - 1, y, x);
        T centre = value(in, first, y, x);
        for (int z = first; z < last; ++z) {
          const T above = value(in, z + 1, y, x);
          const int turn = z & 1;
          tiles(turn, q, c) = centre;
          if (dy != 0) tiles(turn, q + dy, c) = value(in, z, y + dy, x);
          if (dx != 0) tiles(turn, q, c + dx) = value(in, z, y, x + dx);
          team.team_barrier();  // __syncthreads()
          const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
          if (y < ny && x < nx)
            out(z, y, x) = inside ? heated(centre, tiles(turn, q, c - 1) + tiles(turn, q, c + 1) +
                                                       tiles(turn, q - 1, c) +
                                                       tiles(turn, q + 1, c) + below + above)
                                  : centre;
          below = centre;
          centre = above;
        }
      });
}

template <class T, class Exec>
void two_steps_by_index(const HeatStep<T>& h, const Exec& exec) {
  using Tiles = Scratch<T[2][tall + 2][columns + 2], Exec>;  // __shared__
  using Once = Scratch<T[2][tall][columns], Exec>;           // __shared__
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  const int across = (nx + columns - 3) / (columns - 2), down = (ny + tall - 3) / (tall - 2);
  const int teams = across * down * ((nz + walked - 1) / walked);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, tall * columns);
  policy.set_scratch_size(0, Kokkos::PerTeam(Tiles::shmem_size() + Once::shmem_size()));
  Kokkos::parallel_for(
      "stencil3d/two_steps_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Tiles tiles(team.team_scratch(0));
        const Once once_heated(team.team_scratch(0));
        const int box = team.league_rank();
        const int q = team.team_rank() / columns, c = team.team_rank() % columns;
        const int x = box % across * (columns - 2) + c - 1;
        const int y = box / across % down * (tall - 2) + q - 1;
        const int first = box / across / down * walked;
        const int last = first + walked < nz ? first + walked : nz;
        const int dy = beside(q, tall), dx = beside(c, columns);
        const bool in_rows = y < ny && x < nx, takes_both = dx == 0 && dy == 0;
        T below = value(in, first - 2, y, x);
        T centre = value(in, first - 1, y, x);
        T once_below = 0, once_centre = 0;
        for (int z = first - 1; z <= last; ++z) {
          const T above = value(in, z + 1, y, x);
          const int turn = z & 1, before = 1 - turn;
          tiles(turn, q + 1, c + 1) = centre;
          if (dy != 0) tiles(turn, q + 1 + dy, c + 1) = value(in, z, y + dy, x);
          if (dx != 0) tiles(turn, q + 1, c + 1 + dx) = value(in, z, y, x + dx);
          team.team_barrier();  // __syncthreads()
          const bool in_middle = is_inside(x, nx) && is_inside(y, ny);
          T once = centre;
          if (in_middle && is_inside(z, nz))
            once = heated(centre, tiles(turn, q + 1, c) + tiles(turn, q + 1, c + 2) +
                                      tiles(turn, q, c + 1) + tiles(turn, q + 2, c + 1) + below +
                                      above);
          once_heated(turn, q, c) = once;
          if (takes_both && z > first && in_rows)
            out(z - 1, y, x) =
                in_middle && is_inside(z - 1, nz)
                    ? heated(once_centre, once_heated(before, q, c - 1) +
                                              once_heated(before, q, c + 1) +
                                              once_heated(before, q - 1, c) +
                                              once_heated(before, q + 1, c) + once_below + once)
                    : once_centre;
          below = centre;
          centre = above;
          once_below = once_centre;
          once_centre = once;
        }
      });
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("stencil3d/direct", direct<T, Exec>);
    kokkos.add("stencil3d/tile_halo", tile_halo<T, Exec>);
    kokkos.add("stencil3d/stream", stream<T, Exec>);
    kokkos.add("stencil3d/two_launches", two_launches<T, Exec>);
    kokkos.add("stencil3d/two_steps", two_steps<T, Exec>);
    kokkos.add("stencil3d/mdrange", mdrange<T, Exec>);
    kokkos.add("stencil3d/mdrange_tile", mdrange_tile<T, Exec>);
    if constexpr (!is_host<Exec>) {
      by_index.add("stencil3d/tile_halo", tile_halo_by_index<T, Exec>);
      by_index.add("stencil3d/stream", stream_by_index<T, Exec>);
      by_index.add("stencil3d/two_steps", two_steps_by_index<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::stencil3d_experiment
