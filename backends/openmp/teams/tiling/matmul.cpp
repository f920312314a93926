// SPDX-License-Identifier: Apache-2.0
// One element of C per iteration of a team's loop, from tiles of A and B in shared memory. A tile's
// sums are there too.
#include "catalogue/tiling/matmul.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::teams::matmul_experiment {
namespace {

/// The sums are kept in shared memory too: a parallel loop has no variable that could keep one from
/// one loop to the next.
template <int tile, class T>
void tiled(const Matmul<T>& p) {
  const T *a = p.a, *b = p.b;
  T* c = p.c;
  const int m = p.m, n = p.n, k = p.k;
#pragma omp target teams distribute collapse(2) thread_limit(tile* tile) is_device_ptr(a, b, c)
  for (int row = 0; row < m; row += tile)
    for (int column = 0; column < n; column += tile) {
      T a_tile[tile][tile], b_tile[tile][tile], sums[tile][tile];  // __shared__
#pragma omp allocate(a_tile, b_tile, sums) allocator(omp_pteam_mem_alloc)

#pragma omp parallel for collapse(2)
      for (int y = 0; y < tile; ++y)
        for (int x = 0; x < tile; ++x) sums[y][x] = 0;
      for (int first = 0; first < k; first += tile) {
#pragma omp parallel for collapse(2) firstprivate(first)
        for (int y = 0; y < tile; ++y)
          for (int x = 0; x < tile; ++x) {
            const bool in_a = row + y < m && first + x < k;
            const bool in_b = first + y < k && column + x < n;
            a_tile[y][x] = in_a ? a[at(row + y, first + x, k)] : 0;
            b_tile[y][x] = in_b ? b[at(first + y, column + x, n)] : 0;
          }
#pragma omp parallel for collapse(2)
        for (int y = 0; y < tile; ++y)
          for (int x = 0; x < tile; ++x) {
            T sum = sums[y][x];
            for (int i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
            sums[y][x] = sum;
          }
      }
#pragma omp parallel for collapse(2)
      for (int y = 0; y < tile; ++y)
        for (int x = 0; x < tile; ++x)
          if (row + y < m && column + x < n) c[at(row + y, column + x, n)] = sums[y][x];
    }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("matmul/tile16", tiled<16, T>);
    openmp.add("matmul/tile32", tiled<32, T>);
  });
}

}  // namespace tilebridge::openmp::teams::matmul_experiment
