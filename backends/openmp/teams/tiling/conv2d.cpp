// SPDX-License-Identifier: Apache-2.0
// One pixel per iteration of a team's loop, from a tile and its halo: of 32 × 8 pixels, where a
// warp covers part of a row, or of 16 × 16, where it covers parts of two.
#include "backends/openmp/tiling/conv2d.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::conv2d_experiment {
namespace {

using namespace openmp::conv2d_experiment;

template <int columns, int rows, class T>
void tile_halo(const Conv2d<T>& p) {
  constexpr int halo_columns = columns + 2 * radius, halo_rows = rows + 2 * radius;
  const T *in = p.in, *filter = p.filter;
  T* out = p.out;
  const int height = p.rows, breadth = p.cols;
#pragma omp target teams distribute collapse(2) thread_limit(columns* rows) \
    is_device_ptr(in, filter, out)
  for (int y0 = 0; y0 < height; y0 += rows)
    for (int x0 = 0; x0 < breadth; x0 += columns) {
      T tile[halo_rows][halo_columns];  // __shared__
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for collapse(2)
      for (int r = 0; r < halo_rows; ++r)
        for (int c = 0; c < halo_columns; ++c)
          tile[r][c] = pixel(in, height, breadth, y0 + r - radius, x0 + c - radius);
#pragma omp parallel for collapse(2)
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < columns; ++c) {
          if (y0 + r >= height || x0 + c >= breadth) continue;
          T sum = 0;
          for (int j = 0; j < width; ++j)
            for (int i = 0; i < width; ++i) sum += filter[j * width + i] * tile[r + j][c + i];
          out[at(y0 + r, x0 + c, breadth)] = sum;
        }
    }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("conv2d/tile_halo", tile_halo<Conv2d<T>::tile_columns, Conv2d<T>::tile_rows, T>);
    openmp.add("conv2d/tile_halo_16x16", tile_halo<16, 16, T>);
  });
}

}  // namespace tilebridge::openmp::teams::conv2d_experiment
