// SPDX-License-Identifier: Apache-2.0
// One element of C per iteration or thread; the variants differ in where they read rows of A and
// columns of B.
#include "catalogue/tiling/matmul.hpp"

#include <ompx.h>

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::matmul_experiment {
namespace {

template <class T>
void direct(const Matmul<T>& p) {
  const T *a = p.a, *b = p.b;
  T* c = p.c;
  const int m = p.m, n = p.n, k = p.k;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(a, b, c)
  for (int row = 0; row < m; ++row)
    for (int column = 0; column < n; ++column) {
      T sum = 0;
      for (int i = 0; i < k; ++i) sum += a[at(row, i, k)] * b[at(i, column, n)];
      c[at(row, column, n)] = sum;
    }
}

template <int block, class T>
void direct_by_index(const Matmul<T>& p) {
  constexpr int team_size = block * block;
  const T *a = p.a, *b = p.b;
  T* c = p.c;
  const int m = p.m, n = p.n, k = p.k;
  const int across = ceil_div(n, block), teams = across * ceil_div(m, block);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(a, b, c)
#pragma omp parallel num_threads(team_size)
  {
    const int row = omp_get_team_num() / across * block + omp_get_thread_num() / block;
    const int column = omp_get_team_num() % across * block + omp_get_thread_num() % block;
    if (row < m && column < n) {
      T sum = 0;
      for (int i = 0; i < k; ++i) sum += a[at(row, i, k)] * b[at(i, column, n)];
      c[at(row, column, n)] = sum;
    }
  }
}

template <int tile, class T>
void tiled_by_index(const Matmul<T>& p) {
  constexpr int team_size = tile * tile;
  const T *a = p.a, *b = p.b;
  T* c = p.c;
  const int m = p.m, n = p.n, k = p.k;
  const int across = ceil_div(n, tile), teams = across * ceil_div(m, tile);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(a, b, c)
#pragma omp parallel num_threads(team_size)
  {
    [[clang::loader_uninitialized]] static T a_tile[tile][tile], b_tile[tile][tile];  // __shared__
#pragma omp allocate(a_tile, b_tile) allocator(omp_pteam_mem_alloc)

    const int x = omp_get_thread_num() % tile, y = omp_get_thread_num() / tile;
    const int row = omp_get_team_num() / across * tile + y;
    const int column = omp_get_team_num() % across * tile + x;
    T sum = 0;
    for (int first = 0; first < k; first += tile) {
      const bool in_a = row < m && first + x < k;
      const bool in_b = first + y < k && column < n;
      a_tile[y][x] = in_a ? a[at(row, first + x, k)] : 0;
      b_tile[y][x] = in_b ? b[at(first + y, column, n)] : 0;
#pragma omp barrier
      for (int i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
#pragma omp barrier  // all reads must finish before the next tiles are stored
    }
    if (row < m && column < n) c[at(row, column, n)] = sum;
  }
}

template <int block, class T>
void direct_rewritten(const Matmul<T>& p) {
  constexpr int team_size = block * block;
  const T *a = p.a, *b = p.b;
  T* c = p.c;
  const int m = p.m, n = p.n, k = p.k;
  const int across = ceil_div(n, block), teams = across * ceil_div(m, block);
  if (teams == 0) return;
  const std::uint64_t reciprocal = reciprocal_of(across);
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) is_device_ptr(a, b, c)
  {
    const int down = quotient(ompx_block_id_x(), reciprocal);
    const int row = down * block + ompx_thread_id_x() / block;
    const int column = (ompx_block_id_x() - down * across) * block + ompx_thread_id_x() % block;
    if (row < m && column < n) {
      T sum = 0;
      for (int i = 0; i < k; ++i) sum += a[at(row, i, k)] * b[at(i, column, n)];
      c[at(row, column, n)] = sum;
    }
  }
}

/// Elements that are read from shared memory at once.
template <class T>
struct alignas(16) Pack {
  static constexpr int width = 16 / sizeof(T);
  T values[width];
};

template <int tile, class T>
void tiled_rewritten(const Matmul<T>& p) {
  constexpr int team_size = tile * tile, width = Pack<T>::width;
  const T *a = p.a, *b = p.b;
  T* c = p.c;
  const int m = p.m, n = p.n, k = p.k;
  const int across = ceil_div(n, tile), teams = across * ceil_div(m, tile);
  if (teams == 0) return;
  const std::uint64_t reciprocal = reciprocal_of(across);
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) is_device_ptr(a, b, c)
  {
    // clang aligns an array as its elements are, and would read A's tile one by one.
    [[clang::loader_uninitialized]] static Pack<T> a_tile[tile][tile / width];
    [[clang::loader_uninitialized]] static T b_tile[tile][tile];  // __shared__
#pragma omp allocate(a_tile, b_tile) allocator(omp_pteam_mem_alloc)

    const int x = ompx_thread_id_x() % tile, y = ompx_thread_id_x() / tile;
    const int down = quotient(ompx_block_id_x(), reciprocal);
    const int row = down * tile + y;
    const int column = (ompx_block_id_x() - down * across) * tile + x;
    T sum = 0;
    for (int first = 0; first < k; first += tile) {
      const bool in_a = row < m && first + x < k;
      const bool in_b = first + y < k && column < n;
      a_tile[y][x / width].values[x % width] = in_a ? a[at(row, first + x, k)] : 0;
      b_tile[y][x] = in_b ? b[at(first + y, column, n)] : 0;
      ompx_sync_block_acq_rel();
      for (int i = 0; i < tile; i += width) {
        const Pack<T> some = a_tile[y][i / width];
        for (int j = 0; j < width; ++j) sum += some.values[j] * b_tile[i + j][x];
      }
      ompx_sync_block_acq_rel();  // all reads must finish before the next tiles are stored
    }
    if (row < m && column < n) c[at(row, column, n)] = sum;
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices), rewritten = openmp.in(Form::rewritten);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("matmul/direct", direct<T>);
    if (openmp.on_host()) return;
    by_index.add("matmul/direct", direct_by_index<16, T>);
    by_index.add("matmul/tile16", tiled_by_index<16, T>);
    by_index.add("matmul/tile32", tiled_by_index<32, T>);
    rewritten.add("matmul/direct", direct_rewritten<16, T>);
    rewritten.add("matmul/tile16", tiled_rewritten<16, T>);
    rewritten.add("matmul/tile32", tiled_rewritten<32, T>);
  });
}

}  // namespace tilebridge::openmp::matmul_experiment
