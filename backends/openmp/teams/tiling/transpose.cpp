// SPDX-License-Identifier: Apache-2.0
// Tiles of 32 × 32 that teams of 256 threads share.
#include "catalogue/tiling/transpose.hpp"

#include "backends/openmp/openmp.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::openmp::teams::transpose_experiment {
namespace {

constexpr int tile = Transpose<float>::tile;
constexpr int team_size = tile * Transpose<float>::rows_per_pass;

/// Index of the element in row y, column x of a matrix; 64 bits, because a matrix may hold more
/// than 2³¹ elements.
constexpr std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

template <class T, class Tile>
void staged_tile(const Transpose<T>& t) {
  const T* in = t.in;
  T* out = t.out;
  const int rows = t.rows, cols = t.cols;
#pragma omp target teams distribute collapse(2) thread_limit(team_size) is_device_ptr(in, out)
  for (int y0 = 0; y0 < rows; y0 += tile)
    for (int x0 = 0; x0 < cols; x0 += tile) {
      T staged[tile][Tile::columns];  // __shared__
#pragma omp allocate(staged) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for collapse(2)
      for (int r = 0; r < tile; ++r)
        for (int c = 0; c < tile; ++c)
          if (x0 + c < cols && y0 + r < rows)
            staged[r][Tile::column(r, c)] = in[at(y0 + r, x0 + c, cols)];
#pragma omp parallel for collapse(2)
      for (int c = 0; c < tile; ++c)
        for (int r = 0; r < tile; ++r)
          if (x0 + c < cols && y0 + r < rows)
            out[at(x0 + c, y0 + r, rows)] = staged[r][Tile::column(r, c)];
    }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double, Half>([&]<class T>() {
    openmp.add("transpose/tile", staged_tile<T, PlainTile>);
    openmp.add("transpose/padded_tile", staged_tile<T, PaddedTile>);
    openmp.add("transpose/swizzled_tile", staged_tile<T, SwizzledTile>);
  });
}

}  // namespace tilebridge::openmp::teams::transpose_experiment
