// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: an index triple of an MDRangePolicy per element, a box with its halo in a
// team's scratch memory, or planes in turn there; two steps at once go by planes. Rewritten, each
// thread of a team has one element, stages a box or a plane, or walks along z through columns whose
// middle is in registers.
#include "catalogue/tiling/stencil3d.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

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

using namespace techniques;

constexpr int block_size = columns * rows;

/// The grid in one-dimensional Views, with rows and planes of 32-bit length as in native code. Each
/// team has a box of width × rows × depth elements.
template <class T, class Exec, int width, int rows, int depth>
struct Boxes {
  /// Teams per SM. This bound gives a thread that stages a box 32 registers, the number that it
  /// takes in native code without launch bounds.
  static constexpr int blocks_wanted = 6;

  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  int nx, ny, nz;
  Divisor across, down;

  explicit Boxes(const HeatStep<T>& h)
      : in(h.in, at(h, h.nz, 0, 0)),
        out(h.out, at(h, h.nz, 0, 0)),
        nx(h.nx),
        ny(h.ny),
        nz(h.nz),
        across((h.nx + width - 1) / width),
        down((h.ny + rows - 1) / rows) {}

  static std::size_t teams_of(const HeatStep<T>& h) {
    return ceil_div(static_cast<std::size_t>(h.nx), width) *
           ceil_div(static_cast<std::size_t>(h.ny), rows) *
           ceil_div(static_cast<std::size_t>(h.nz), depth);
  }

  struct Corner {
    int z, y, x;
  };
  KOKKOS_FORCEINLINE_FUNCTION Corner corner(const TeamMember<Exec>& team) const {
    const int box = team.league_rank();
    const int line = across.quotient(box);
    const int layer = down.quotient(line);
    return {layer * depth, down.remainder(line, layer) * rows, across.remainder(box, line) * width};
  }
  /// An element of the grid; 0 beyond it.
  KOKKOS_FORCEINLINE_FUNCTION T value(int z, int y, int x) const {
    return holds(*this, z, y, x) ? in(at(*this, z, y, x)) : 0;
  }
};

template <class T, class Exec>
struct Direct : Boxes<T, Exec, columns, 4, 2> {
  static constexpr int rows = 4, planes = 2;
  static_assert(columns * rows * planes == block_size);

  using Boxes<T, Exec, columns, rows, planes>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int x = corner.x + thread % columns;
      const int y = corner.y + thread / columns % rows;
      const int z = corner.z + thread / columns / rows;
      // No early return: what follows it would be a divergent region of the league's loop.
      const bool held = holds(*this, z, y, x);
      const bool inside = is_inside(*this, z, y, x);
      const std::size_t i = at(*this, z, y, x), row = this->nx, plane = row * this->ny;
      const T* in = this->in.data();
      const T centre = held ? in[i] : 0;
      const T sum = (inside ? in[i - 1] : 0) + (inside ? in[i + 1] : 0) +
                    (inside ? in[i - row] : 0) + (inside ? in[i + row] : 0) +
                    (inside ? in[i - plane] : 0) + (inside ? in[i + plane] : 0);
      if (held) this->out(i) = inside ? heated(centre, sum) : centre;
    });
  }
};

template <class T, class Exec>
struct TileHalo : Boxes<T, Exec, columns, rows, planes> {
  using Tile = Scratch<T[planes + 2][rows + 2][columns + 2], Exec>;
  static std::size_t scratch_size() { return Tile::shmem_size(); }

  using Boxes<T, Exec, columns, rows, planes>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    const auto tile = scratch<Tile>(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) { stage(tile, corner, thread); });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) { heat(tile, corner, thread); });
  }

 private:
  using Corner = typename Boxes<T, Exec, columns, rows, planes>::Corner;

  KOKKOS_FORCEINLINE_FUNCTION void stage(const Tile& tile, const Corner& corner, int thread) const {
    for (int r = thread / columns; r < (planes + 2) * (rows + 2); r += rows)
      for (int c = thread % columns; c < columns + 2; c += columns) {
        const int p = r / (rows + 2), q = r % (rows + 2);
        const int z = corner.z + p - 1, y = corner.y + q - 1, x = corner.x + c - 1;
        if (holds(*this, z, y, x)) tile(p, q, c) = this->in(at(*this, z, y, x));
      }
  }

  KOKKOS_FORCEINLINE_FUNCTION void heat(const Tile& tile, const Corner& corner, int thread) const {
    const int q = thread / columns + 1, c = thread % columns + 1;
    const int y = corner.y + q - 1, x = corner.x + c - 1;
    unrolled<planes>([&](int k) {
      const int p = k + 1, z = corner.z + k;
      if (!holds(*this, z, y, x)) return;
      const T centre = tile(p, q, c);
      this->out(at(*this, z, y, x)) =
          is_inside(*this, z, y, x)
              ? heated(centre, tile(p, q, c - 1) + tile(p, q, c + 1) + tile(p, q - 1, c) +
                                   tile(p, q + 1, c) + tile(p - 1, q, c) + tile(p + 1, q, c))
              : centre;
    });
  }
};

template <class T, class Exec>
struct Stream : Boxes<T, Exec, columns, rows, walked> {
  using Tiles = Scratch<T[2][rows + 2][columns + 2], Exec>;
  static std::size_t scratch_size() { return Tiles::shmem_size(); }

  using Boxes<T, Exec, columns, rows, walked>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    const int last = corner.z + walked < this->nz ? corner.z + walked : this->nz;
    const auto tiles = scratch<Tiles>(team);
    PerThread<Exec, T, block_size> below, centre, above;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int y = corner.y + thread / columns, x = corner.x + thread % columns;
      below(thread) = this->value(corner.z - 1, y, x);
      centre(thread) = this->value(corner.z, y, x);
    });
    for (int z = corner.z; z < last; ++z) {
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const int q = thread / columns, c = thread % columns;
        const int y = corner.y + q, x = corner.x + c;
        above(thread) = this->value(z + 1, y, x);
        stage(tiles, z, q, c, y, x, centre(thread));
      });
      team.team_barrier();
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const int q = thread / columns, c = thread % columns;
        const T vertical = below(thread) + above(thread);
        heat(tiles, z, q, c, corner.y + q, corner.x + c, centre(thread), vertical);
        below(thread) = centre(thread);
        centre(thread) = above(thread);
      });
    }
  }

 private:
  /// Stages the thread's element and, on the team's edge, the element beside it.
  KOKKOS_FORCEINLINE_FUNCTION void stage(const Tiles& tiles, int z, int q, int c, int y, int x,
                                         T own) const {
    const int turn = z & 1;
    const int dy = q == 0 ? -1 : q == rows - 1 ? 1 : 0;
    const int dx = c == 0 ? -1 : c == columns - 1 ? 1 : 0;
    tiles(turn, q + 1, c + 1) = own;
    if (dy != 0) tiles(turn, q + 1 + dy, c + 1) = this->value(z, y + dy, x);
    if (dx != 0) tiles(turn, q + 1, c + 1 + dx) = this->value(z, y, x + dx);
  }

  KOKKOS_FORCEINLINE_FUNCTION void heat(const Tiles& tiles, int z, int q, int c, int y, int x,
                                        T centre, T vertical) const {
    const int turn = z & 1;
    const T sum = tiles(turn, q + 1, c) + tiles(turn, q + 1, c + 2) + tiles(turn, q, c + 1) +
                  tiles(turn, q + 2, c + 1) + vertical;
    if (holds(*this, z, y, x))
      this->out(at(*this, z, y, x)) = is_inside(*this, z, y, x) ? heated(centre, sum) : centre;
  }
};

/// A pair of neighbouring columns along z per thread. A row is a whole number of pairs.
template <class T, class Exec>
struct PairsOfColumns : Boxes<T, Exec, columns * HeatStep<T>::pair, rows, HeatStep<T>::depth> {
  static constexpr int depth = HeatStep<T>::depth;
  static constexpr int width = HeatStep<T>::pair;
  static constexpr int blocks_wanted = HeatStep<T>::blocks_of_pairs;

  using Boxes<T, Exec, columns * width, rows, depth>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      walk(corner.z, corner.y + thread / columns, corner.x / width + thread % columns);
    });
  }

 private:
  using Elements = Pack<T, width>;

  /// A column beyond the grid loads and stores nothing: an early return would make what follows it
  /// a divergent region of the league's loop.
  KOKKOS_FORCEINLINE_FUNCTION void walk(int first, int y, int v) const {
    const int nz = this->nz, row = this->nx / width;
    const int last = first + depth < nz ? first + depth : nz;
    const bool held = v < row && y < this->ny;
    const bool on_side = y == 0 || y >= this->ny - 1;
    const std::size_t plane = static_cast<std::size_t>(row) * static_cast<std::size_t>(this->ny);
    const std::size_t start = at(*this, first, y, 0) / width + static_cast<std::size_t>(v);
    const auto* in = reinterpret_cast<const Elements*>(this->in.data()) + start;
    auto* out = reinterpret_cast<Elements*>(this->out.data()) + start;

    Elements below = held && first > 0 ? *(in - plane) : Elements{};
    Elements centre = held ? *in : Elements{};
    for (int z = first; z < last; ++z, in += plane, out += plane) {
      const Elements above = held && z + 1 < nz ? in[plane] : Elements{};
      const bool inside = held && !on_side && z > 0 && z < nz - 1;
      const Elements result = inside ? heated_elements(in, row, v, below, centre, above) : centre;
      if (held) *out = result;
      below = centre;
      centre = above;
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION static Elements heated_elements(const Elements* in, int row, int v,
                                                              const Elements& below,
                                                              const Elements& centre,
                                                              const Elements& above) {
    const Elements front = *(in - row), back = in[row];
    const T* element = reinterpret_cast<const T*>(in);
    const T west = v > 0 ? *(element - 1) : 0;
    const T east = v < row - 1 ? element[width] : 0;
    Elements result = centre;
    unrolled<width>([&](int j) {
      const bool on_edge = (j == 0 && v == 0) || (j == width - 1 && v == row - 1);
      const T left = j == 0 ? west : centre.values[j - 1];
      const T right = j == width - 1 ? east : centre.values[j + 1];
      const T sum =
          left + right + front.values[j] + back.values[j] + below.values[j] + above.values[j];
      if (!on_edge) result.values[j] = heated(centre.values[j], sum);
    });
    return result;
  }
};

/// Several single columns along z per thread, a warp's width apart.
template <class T, class Exec>
struct ColumnsApart : Boxes<T, Exec, columns * HeatStep<T>::apart, rows, HeatStep<T>::depth> {
  static constexpr int depth = HeatStep<T>::depth;
  static constexpr int count = HeatStep<T>::apart;
  static constexpr int blocks_wanted = HeatStep<T>::blocks_of_apart;

  using Boxes<T, Exec, columns * count, rows, depth>::Boxes;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto corner = this->corner(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      walk(corner.z, corner.y + thread / columns, corner.x + thread % columns);
    });
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void walk(int first, int y, int x0) const {
    const int last = first + depth < this->nz ? first + depth : this->nz;
    const std::size_t row = this->nx, plane = row * this->ny;
    const std::size_t start = at(*this, first, y, x0);
    const T* in = this->in.data() + start;
    T* out = this->out.data() + start;
    T below[count], centre[count], above[count], sums[count];
    unrolled<count>([&](int k) {
      const bool held = holds(*this, first, y, x0 + k * columns);
      below[k] = held && first > 0 ? *(in + k * columns - plane) : 0;
      centre[k] = held ? in[k * columns] : 0;
    });
    for (int z = first; z < last; ++z, in += plane, out += plane) {
      unrolled<count>([&](int k) {
        const T* const own = in + k * columns;
        const int x = x0 + k * columns;
        above[k] = holds(*this, z + 1, y, x) ? own[plane] : 0;
        sums[k] = is_inside(*this, z, y, x) ? *(own - 1) + own[1] + *(own - row) + own[row] : 0;
      });
      unrolled<count>([&](int k) {
        const int x = x0 + k * columns;
        const T result = is_inside(*this, z, y, x)
                             ? heated(centre[k], sums[k] + below[k] + above[k])
                             : centre[k];
        if (holds(*this, z, y, x)) out[k * columns] = result;
        below[k] = centre[k];
        centre[k] = above[k];
      });
    }
  }
};

template <class Kernel, class T, class Exec>
void launch_in_boxes(const HeatStep<T>& h, const Exec& exec) {
  const std::size_t teams = Kernel::teams_of(h);
  if (teams == 0) return;
  using Policy = TeamPolicy<Exec, block_size, Kernel::blocks_wanted>;
  Policy policy = team_policy<Policy>(exec, teams, block_size);
  if constexpr (requires { Kernel::scratch_size(); })
    policy.set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_size()));
  Kokkos::parallel_for("stencil3d", policy, Kernel(h));
}

template <class T, class Exec>
void launch_columns(const HeatStep<T>& h, const Exec& exec) {
  if (h.nx % HeatStep<T>::pair == 0) return launch_in_boxes<PairsOfColumns<T, Exec>>(h, exec);
  launch_in_boxes<ColumnsApart<T, Exec>>(h, exec);
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
    kokkos.add("stencil3d/direct_rewritten", launch_in_boxes<Direct<T, Exec>, T, Exec>);
    kokkos.add("stencil3d/tile_halo_rewritten", launch_in_boxes<TileHalo<T, Exec>, T, Exec>);
    kokkos.add("stencil3d/stream_rewritten", launch_in_boxes<Stream<T, Exec>, T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("stencil3d/register_column", launch_columns<T, Exec>);
      by_index.add("stencil3d/tile_halo", tile_halo_by_index<T, Exec>);
      by_index.add("stencil3d/stream", stream_by_index<T, Exec>);
      by_index.add("stencil3d/two_steps", two_steps_by_index<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::stencil3d_experiment
