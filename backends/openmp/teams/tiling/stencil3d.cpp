// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: a box of 32 × 8 × 4 with its halo in shared memory per team of 256 threads.
#include "catalogue/tiling/stencil3d.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::stencil3d_experiment {
namespace {

constexpr int columns = HeatStep<float>::columns, rows = HeatStep<float>::rows;
constexpr int planes = HeatStep<float>::planes;
constexpr int team_size = columns * rows;

template <class T>
void tile_halo(const HeatStep<T>& step) {
  const T* in = step.in;
  T* out = step.out;
  const int nx = step.nx, ny = step.ny, nz = step.nz;
  const std::size_t row = nx, plane = row * ny;
#pragma omp target teams distribute collapse(3) thread_limit(team_size) is_device_ptr(in, out)
  for (int z0 = 0; z0 < nz; z0 += planes)
    for (int y0 = 0; y0 < ny; y0 += rows)
      for (int x0 = 0; x0 < nx; x0 += columns) {
        T tile[planes + 2][rows + 2][columns + 2];  // __shared__
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for collapse(3)
        for (int p = 0; p < planes + 2; ++p)
          for (int q = 0; q < rows + 2; ++q)
            for (int c = 0; c < columns + 2; ++c) {
              const int z = z0 + p - 1, y = y0 + q - 1, x = x0 + c - 1;
              if (z >= 0 && z < nz && y >= 0 && y < ny && x >= 0 && x < nx)
                tile[p][q][c] = in[z * plane + y * row + x];
            }
#pragma omp parallel for collapse(3)
        for (int p = 1; p <= planes; ++p)
          for (int q = 1; q <= rows; ++q)
            for (int c = 1; c <= columns; ++c) {
              const int z = z0 + p - 1, y = y0 + q - 1, x = x0 + c - 1;
              if (z >= nz || y >= ny || x >= nx) continue;
              const bool inside = is_inside(x, nx) && is_inside(y, ny) && is_inside(z, nz);
              const T centre = tile[p][q][c];
              out[z * plane + y * row + x] =
                  inside ? heated(centre, tile[p][q][c - 1] + tile[p][q][c + 1] +
                                              tile[p][q - 1][c] + tile[p][q + 1][c] +
                                              tile[p - 1][q][c] + tile[p + 1][q][c])
                         : centre;
            }
      }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double>(
      [&]<class T>() { openmp.add("stencil3d/tile_halo", tile_halo<T>); });
}

}  // namespace tilebridge::openmp::teams::stencil3d_experiment
