// SPDX-License-Identifier: Apache-2.0
// Cache blocking instead of shared memory: tiles of A and B that fit into the L1 cache.
#include "catalogue/tiling/matmul.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::matmul_experiment {
namespace {

template <class T>
void direct(const Matmul<T>& p, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int row = 0; row < p.m; ++row)
    for (int column = 0; column < p.n; ++column) {
      T sum = 0;
      for (int i = 0; i < p.k; ++i) sum += p.a[at(row, i, p.k)] * p.b[at(i, column, p.n)];
      p.c[at(row, column, p.n)] = sum;
    }
}

template <class T, int tile>
using Tile = T[tile][tile];

/// Copies the tile of a rows × cols matrix that begins at row y, column x, with zeros beyond the
/// edges.
template <class T, int tile>
void stage(const T* matrix, int rows, int cols, int y, int x, Tile<T, tile>& staged) {
  for (int r = 0; r < tile; ++r)
    for (int c = 0; c < tile; ++c)
      staged[r][c] = y + r < rows && x + c < cols ? matrix[at(y + r, x + c, cols)] : 0;
}

template <class T, int tile>
void tiled(const Matmul<T>& p, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.m; y += tile)
    for (int x = 0; x < p.n; x += tile) {
      Tile<T, tile> sums = {};
      for (int first = 0; first < p.k; first += tile) {
        Tile<T, tile> a, b;
        stage<T, tile>(p.a, p.m, p.k, y, first, a);
        stage<T, tile>(p.b, p.k, p.n, first, x, b);
        for (int r = 0; r < tile; ++r)
          for (int i = 0; i < tile; ++i)
#pragma omp simd
            for (int c = 0; c < tile; ++c) sums[r][c] += a[r][i] * b[i][c];
      }
      for (int r = 0; r < std::min(tile, p.m - y); ++r)
        for (int c = 0; c < std::min(tile, p.n - x); ++c) p.c[at(y + r, x + c, p.n)] = sums[r][c];
    }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("matmul/direct", direct<T>);
    native.add("matmul/tile16", tiled<T, 16>);
    native.add("matmul/tile32", tiled<T, 32>);
  });
}

}  // namespace tilebridge::host::matmul_experiment
