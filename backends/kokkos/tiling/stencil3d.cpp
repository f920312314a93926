// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: an index triple of an MDRangePolicy per element, or a box with its halo in a
// team's scratch memory.
#include "catalogue/tiling/stencil3d.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
/// x fastest.
template <class T, class Exec>
using Volume = Unmanaged<T***, Kokkos::LayoutRight, Exec>;

KOKKOS_INLINE_FUNCTION bool is_inside(int i, int count) { return i > 0 && i < count - 1; }

/// The element after the step, of a View that has its neighbours too.
template <class T, class Elements>
KOKKOS_INLINE_FUNCTION T heated(const Elements& in, int z, int y, int x) {
  const T sum = in(z, y, x - 1) + in(z, y, x + 1) + in(z, y - 1, x) + in(z, y + 1, x) +
                in(z - 1, y, x) + in(z + 1, y, x);
  return in(z, y, x) + HeatStep<T>::rate * (sum - 6 * in(z, y, x));
}

// [direct, mdrange, mdrange_tile]
template <class Exec>
using Range3D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;

// [direct]
/// On CUDA neighbouring threads are neighbours in the first index: x.
template <class T, class Exec>
void direct(const HeatStep<T>& h, const Exec& exec) {
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  Kokkos::parallel_for(
      "stencil3d/direct", Range3D<Exec>(exec, {0, 0, 0}, {nx, ny, nz}, {32, 4, 2}),
      KOKKOS_LAMBDA(int x, int y, int z) {
        const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
        out(z, y, x) = inside ? heated<T>(in, z, y, x) : in(z, y, x);
      });
}

// [tile_halo]
constexpr int columns = 32;
constexpr int rows = 8;
constexpr int planes = 4;  // of a box

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
              out(z, y, x) =
                  inside ? heated<T>(tile, p + 1, q + 1, c + 1) : tile(p + 1, q + 1, c + 1);
            }
          });
        });
      });
}

// [mdrange, mdrange_tile]
/// (z, y, x) as one writes it, with Kokkos's own tile or with one that has x as its longest side.
template <class T, class Exec>
void step_by_rows(const Range3D<Exec>& range, const HeatStep<T>& h) {
  const Volume<const T, Exec> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T, Exec> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  Kokkos::parallel_for(
      "stencil3d/mdrange", range, KOKKOS_LAMBDA(int z, int y, int x) {
        const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
        out(z, y, x) = inside ? heated<T>(in, z, y, x) : in(z, y, x);
      });
}

// [mdrange]
template <class T, class Exec>
void mdrange(const HeatStep<T>& h, const Exec& exec) {
  step_by_rows(Range3D<Exec>(exec, {0, 0, 0}, {h.nz, h.ny, h.nx}), h);
}

// [mdrange_tile]
template <class T, class Exec>
void mdrange_tile(const HeatStep<T>& h, const Exec& exec) {
  step_by_rows(Range3D<Exec>(exec, {0, 0, 0}, {h.nz, h.ny, h.nx}, {2, 4, 32}), h);
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("stencil3d/direct", direct<T, Exec>);
  kokkos.add("stencil3d/tile_halo", tile_halo<T, Exec>);
  kokkos.add("stencil3d/mdrange", mdrange<T, Exec>);
  kokkos.add("stencil3d/mdrange_tile", mdrange_tile<T, Exec>);
}

}  // namespace

template <class Exec>
void add_stencil3d(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_stencil3d);

}  // namespace tilebridge::kokkos
