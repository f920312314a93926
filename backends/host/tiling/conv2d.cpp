// SPDX-License-Identifier: Apache-2.0
// Cache blocking instead of shared memory: a tile with its halo that fits into the L1 cache.
#include "catalogue/tiling/conv2d.hpp"

#include <algorithm>

#include "backends/host/native.hpp"

namespace tilebridge::host::conv2d_experiment {
namespace {

constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;

template <class T>
void direct(const Conv2d<T>& p, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.rows; ++y)
    for (int x = 0; x < p.cols; ++x) {
      T sum = 0;
      for (int j = 0; j < width; ++j)
        for (int i = 0; i < width; ++i)
          sum += p.filter[j * width + i] * p.pixel(y + j - radius, x + i - radius);
      p.out[p.at(y, x)] = sum;
    }
}

template <int columns, int rows, class T, class Filter>
void convolve_tiles(const Conv2d<T>& p, const Filter& filter, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.rows; y += rows)
    for (int x = 0; x < p.cols; x += columns) {
      T tile[rows + 2 * radius][columns + 2 * radius];
      for (int r = 0; r < rows + 2 * radius; ++r)
        for (int c = 0; c < columns + 2 * radius; ++c)
          tile[r][c] = p.pixel(y + r - radius, x + c - radius);
      for (int r = 0; r < std::min(rows, p.rows - y); ++r)
        for (int c = 0; c < std::min(columns, p.cols - x); ++c) {
          T sum = 0;
          for (int j = 0; j < width; ++j)
            for (int i = 0; i < width; ++i) sum += filter(j, i) * tile[r + j][c + i];
          p.out[p.at(y + r, x + c)] = sum;
        }
    }
}

template <int columns, int rows, class T>
void tile_halo(const Conv2d<T>& p, Threads threads) {
  convolve_tiles<columns, rows>(p, GlobalFilter<T>{p.filter}, threads);
}

/// No store to the output can change the captured copy, so that it may stay in registers.
template <int columns, int rows, class T>
auto constant_filter(const Conv2d<T>& p, Threads threads) {
  CapturedFilter<T> filter;
  std::copy_n(p.filter, Filter5x5::taps, &filter.taps[0][0]);
  return [=] { convolve_tiles<columns, rows>(p, filter, threads); };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  constexpr int columns = Conv2d<float>::tile_columns, rows = Conv2d<float>::tile_rows;
  kernels::for_types<float, double>([&]<class T>() {
    native.add("conv2d/direct", direct<T>);
    native.add("conv2d/tile_halo", tile_halo<columns, rows, T>);
    native.add("conv2d/tile_halo_16x16", tile_halo<16, 16, T>);
    native.add_prepared("conv2d/constant_filter", constant_filter<columns, rows, T>);
  });
}

}  // namespace tilebridge::host::conv2d_experiment
