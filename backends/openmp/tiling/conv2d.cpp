// SPDX-License-Identifier: Apache-2.0
// One pixel per iteration or thread, from global memory or, by index, from a tile and its halo, of
// 32 × 8 pixels, where a warp covers part of a row, or of 16 × 16, where it covers parts of two.
#include "backends/openmp/tiling/conv2d.hpp"

#include <ompx.h>

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::conv2d_experiment {
namespace {

constexpr int columns = Conv2d<float>::tile_columns;
constexpr int rows = Conv2d<float>::tile_rows;

template <class T>
void direct(const Conv2d<T>& p) {
  const T *in = p.in, *filter = p.filter;
  T* out = p.out;
  const int height = p.rows, breadth = p.cols;
#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(in, filter, out)
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < breadth; ++x) {
      T sum = 0;
      for (int j = 0; j < width; ++j)
        for (int i = 0; i < width; ++i)
          sum += filter[j * width + i] * pixel(in, height, breadth, y + j - radius, x + i - radius);
      out[at(y, x, breadth)] = sum;
    }
}

template <class T>
void direct_by_index(const Conv2d<T>& p) {
  constexpr int team_size = rows * columns;
  const T *in = p.in, *filter = p.filter;
  T* out = p.out;
  const int height = p.rows, breadth = p.cols;
  const int across = ceil_div(breadth, columns), teams = across * ceil_div(height, rows);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, filter, out)
#pragma omp parallel num_threads(team_size)
  {
    const int x = omp_get_team_num() % across * columns + omp_get_thread_num() % columns;
    const int y = omp_get_team_num() / across * rows + omp_get_thread_num() / columns;
    if (x < breadth && y < height) {
      T sum = 0;
#pragma unroll
      for (int j = 0; j < width; ++j)
#pragma unroll
        for (int i = 0; i < width; ++i)
          sum += filter[j * width + i] * pixel(in, height, breadth, y + j - radius, x + i - radius);
      out[at(y, x, breadth)] = sum;
    }
  }
}

template <int columns, int rows, class T>
void tile_halo_by_index(const Conv2d<T>& p) {
  constexpr int team_size = rows * columns;
  constexpr int halo_columns = columns + 2 * radius, halo_rows = rows + 2 * radius;
  constexpr int halo_size = halo_rows * halo_columns;
  const T *in = p.in, *filter = p.filter;
  T* out = p.out;
  const int height = p.rows, breadth = p.cols;
  const int across = ceil_div(breadth, columns), teams = across * ceil_div(height, rows);
  if (teams == 0) return;
#pragma omp target teams num_teams(teams) thread_limit(team_size) is_device_ptr(in, filter, out)
#pragma omp parallel num_threads(team_size)
  {
    [[clang::loader_uninitialized]] static T tile[halo_rows][halo_columns];  // __shared__
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

    const int thread = omp_get_thread_num();
    const int x0 = omp_get_team_num() % across * columns;
    const int y0 = omp_get_team_num() / across * rows;
    for (int first = 0; first < halo_size; first += team_size) {
      const unsigned i = first + thread;
      const int r = i / halo_columns, c = i % halo_columns;
      if (i < halo_size) tile[r][c] = pixel(in, height, breadth, y0 + r - radius, x0 + c - radius);
    }
#pragma omp barrier
    const int r = thread / columns, c = thread % columns;
    if (x0 + c < breadth && y0 + r < height) {
      T sum = 0;
      for (int j = 0; j < width; ++j)
        for (int i = 0; i < width; ++i) sum += filter[j * width + i] * tile[r + j][c + i];
      out[at(y0 + r, x0 + c, breadth)] = sum;
    }
  }
}

template <class T>
void direct_rewritten(const Conv2d<T>& p) {
  constexpr int team_size = rows * columns;
  const T *in = p.in, *filter = p.filter;
  T* out = p.out;
  const int height = p.rows, breadth = p.cols;
  const int across = ceil_div(breadth, columns), teams = across * ceil_div(height, rows);
  if (teams == 0) return;
  const std::uint64_t reciprocal = reciprocal_of(across);
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) \
    is_device_ptr(in, filter, out)
  {
    const int down = quotient(ompx_block_id_x(), reciprocal);
    const int x = (ompx_block_id_x() - down * across) * columns + ompx_thread_id_x() % columns;
    const int y = down * rows + ompx_thread_id_x() / columns;
    if (x < breadth && y < height) {
      T sum = 0;
#pragma unroll
      for (int j = 0; j < width; ++j)
#pragma unroll
        for (int i = 0; i < width; ++i)
          sum += filter[j * width + i] * pixel(in, height, breadth, y + j - radius, x + i - radius);
      out[at(y, x, breadth)] = sum;
    }
  }
}

template <int columns, int rows, class T>
void tile_halo_rewritten(const Conv2d<T>& p) {
  constexpr int team_size = rows * columns;
  constexpr int halo_columns = columns + 2 * radius, halo_rows = rows + 2 * radius;
  constexpr int halo_size = halo_rows * halo_columns;
  const T *in = p.in, *filter = p.filter;
  T* out = p.out;
  const int height = p.rows, breadth = p.cols;
  const int across = ceil_div(breadth, columns), teams = across * ceil_div(height, rows);
  if (teams == 0) return;
  const std::uint64_t reciprocal = reciprocal_of(across);
#pragma omp target teams ompx_bare num_teams(teams) thread_limit(team_size) \
    is_device_ptr(in, filter, out)
  {
    [[clang::loader_uninitialized]] static T tile[halo_rows][halo_columns];  // __shared__
#pragma omp allocate(tile) allocator(omp_pteam_mem_alloc)

    const int thread = ompx_thread_id_x();
    const int down = quotient(ompx_block_id_x(), reciprocal);
    const int x0 = (ompx_block_id_x() - down * across) * columns, y0 = down * rows;
    for (int first = 0; first < halo_size; first += team_size) {
      const unsigned i = first + thread;
      const int r = i / halo_columns, c = i % halo_columns;
      if (i < halo_size) tile[r][c] = pixel(in, height, breadth, y0 + r - radius, x0 + c - radius);
    }
    ompx_sync_block_acq_rel();
    const int r = thread / columns, c = thread % columns;
    if (x0 + c < breadth && y0 + r < height) {
      T sum = 0;
      for (int j = 0; j < width; ++j)
        for (int i = 0; i < width; ++i) sum += filter[j * width + i] * tile[r + j][c + i];
      out[at(y0 + r, x0 + c, breadth)] = sum;
    }
  }
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  const OpenmpKernels by_index = openmp.in(Form::indices), rewritten = openmp.in(Form::rewritten);
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("conv2d/direct", direct<T>);
    if (openmp.on_host()) return;
    by_index.add("conv2d/direct", direct_by_index<T>);
    by_index.add("conv2d/tile_halo", tile_halo_by_index<columns, rows, T>);
    by_index.add("conv2d/tile_halo_16x16", tile_halo_by_index<16, 16, T>);
    rewritten.add("conv2d/direct", direct_rewritten<T>);
    rewritten.add("conv2d/tile_halo", tile_halo_rewritten<columns, rows, T>);
    rewritten.add("conv2d/tile_halo_16x16", tile_halo_rewritten<16, 16, T>);
  });
}

}  // namespace tilebridge::openmp::conv2d_experiment
