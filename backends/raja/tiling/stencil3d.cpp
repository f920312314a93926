// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: one element per index triple, or a box of 32 × 8 × 4 with its halo
// in shared memory, which teams of 32 × 8 threads stage.
#include "catalogue/tiling/stencil3d.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::stencil3d_experiment {
namespace {

template <class T>
using Volume = RAJA::View<T, RAJA::Layout<3>>;

template <class T, class Resource>
void direct(const HeatStep<T>& h, Resource resource) {
  const Volume<const T> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(ceil_div(nx, 32), ceil_div(ny, 4), ceil_div(nz, 2)),
                         RAJA::Threads(32, 4, 2)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<GlobalZ>(ctx, Range(0, nz), [&](int z) {
          RAJA::loop<GlobalY>(ctx, Range(0, ny), [&](int y) {
            RAJA::loop<GlobalX>(ctx, Range(0, nx), [&](int x) {
              const T centre = in(z, y, x);
              const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
              out(z, y, x) =
                  inside ? heated(centre, in(z, y, x - 1) + in(z, y, x + 1) + in(z, y - 1, x) +
                                              in(z, y + 1, x) + in(z - 1, y, x) + in(z + 1, y, x))
                         : centre;
            });
          });
        });
      });
}

constexpr int columns = HeatStep<float>::columns, rows = HeatStep<float>::rows;
constexpr int planes = HeatStep<float>::planes;

template <class T, class Resource>
void tile_halo(const HeatStep<T>& h, Resource resource) {
  const Volume<const T> in(h.in, h.nz, h.ny, h.nx);
  const Volume<T> out(h.out, h.nz, h.ny, h.nx);
  const int nx = h.nx, ny = h.ny, nz = h.nz;
  const Range teams_x(0, ceil_div(nx, columns)), teams_y(0, ceil_div(ny, rows));
  const Range teams_z(0, ceil_div(nz, planes));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(teams_x.size(), teams_y.size(), teams_z.size()),
                         RAJA::Threads(columns, rows)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<TeamsZ>(ctx, teams_z, [&](int team_z) {
          RAJA::loop<TeamsY>(ctx, teams_y, [&](int team_y) {
            RAJA::loop<TeamsX>(ctx, teams_x, [&](int team_x) {
              RAJA_TEAM_SHARED T tile[planes + 2][rows + 2][columns + 2];
              const int x0 = team_x * columns, y0 = team_y * rows, z0 = team_z * planes;

              RAJA::loop<ThreadsYLoop<rows>>(ctx, Range(0, (planes + 2) * (rows + 2)), [&](int r) {
                const int p = r / (rows + 2), q = r % (rows + 2);
                const int z = z0 + p - 1, y = y0 + q - 1;
                const bool in_grid = z >= 0 && z < nz && y >= 0 && y < ny;
                RAJA::loop<ThreadsXLoop<columns>>(ctx, Range(0, columns + 2), [&](int c) {
                  const int x = x0 + c - 1;
                  if (in_grid && x >= 0 && x < nx) tile[p][q][c] = in(z, y, x);
                });
              });
              ctx.teamSync();  // __syncthreads()
              RAJA::loop<ThreadsY<rows>>(ctx, Range(1, rows + 1), [&](int q) {
                RAJA::loop<ThreadsX<columns>>(ctx, Range(1, columns + 1), [&](int c) {
                  for (int p = 1; p <= planes; ++p) {
                    const int z = z0 + p - 1, y = y0 + q - 1, x = x0 + c - 1;
                    if (z >= nz || y >= ny || x >= nx) continue;
                    const T centre = tile[p][q][c];
                    const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
                    out(z, y, x) = inside
                                       ? heated(centre, tile[p][q][c - 1] + tile[p][q][c + 1] +
                                                            tile[p][q - 1][c] + tile[p][q + 1][c] +
                                                            tile[p - 1][q][c] + tile[p + 1][q][c])
                                       : centre;
                  }
                });
              });
            });
          });
        });
      });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("stencil3d/direct", direct<T, Resource>);
    raja.add("stencil3d/tile_halo", tile_halo<T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::stencil3d_experiment
