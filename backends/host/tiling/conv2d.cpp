// SPDX-License-Identifier: Apache-2.0
// Cache blocking instead of shared memory: a tile with its halo that fits into the L1 cache.
#include "catalogue/tiling/conv2d.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "backends/host/native.hpp"

namespace tilebridge::host::conv2d_experiment {
namespace {

constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;

std::size_t at(int y, int x, int cols) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(x);
}

/// 0 beyond the border.
template <class T>
T pixel(const Conv2d<T>& p, int y, int x) {
  const bool inside = y >= 0 && y < p.rows && x >= 0 && x < p.cols;
  return inside ? p.in[at(y, x, p.cols)] : 0;
}

template <class T>
void direct(const Conv2d<T>& p, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.rows; ++y)
    for (int x = 0; x < p.cols; ++x) {
      T sum = 0;
      for (int j = 0; j < width; ++j)
        for (int i = 0; i < width; ++i)
          sum += p.filter[j * width + i] * pixel(p, y + j - radius, x + i - radius);
      p.out[at(y, x, p.cols)] = sum;
    }
}

constexpr int columns = 32;  // per tile, unless said otherwise
constexpr int rows = 8;

template <int columns, int rows, class T, class Filter>
void tile_halo(const Conv2d<T>& p, const Filter& filter, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.rows; y += rows)
    for (int x = 0; x < p.cols; x += columns) {
      T tile[rows + 2 * radius][columns + 2 * radius];
      for (int r = 0; r < rows + 2 * radius; ++r)
        for (int c = 0; c < columns + 2 * radius; ++c)
          tile[r][c] = pixel(p, y + r - radius, x + c - radius);
      for (int r = 0; r < std::min(rows, p.rows - y); ++r)
        for (int c = 0; c < std::min(columns, p.cols - x); ++c) {
          T sum = 0;
          for (int j = 0; j < width; ++j)
            for (int i = 0; i < width; ++i) sum += filter[j * width + i] * tile[r + j][c + i];
          p.out[at(y + r, x + c, p.cols)] = sum;
        }
    }
}

template <class T>
void add_of(NativeKernels& native) {
  native.add("conv2d/direct", direct<T>);
  native.add("conv2d/tile_halo", [](const Conv2d<T>& p, Threads threads) {
    tile_halo<columns, rows>(p, p.filter, threads);
  });
  native.add("conv2d/tile_halo_16x16",
             [](const Conv2d<T>& p, Threads threads) { tile_halo<16, 16>(p, p.filter, threads); });
  // A copy that no store to the output can change, so that it may stay in registers.
  native.add_prepared("conv2d/constant_filter", [](const Conv2d<T>& p, Threads threads) {
    std::array<T, std::size_t{width} * width> filter;
    std::copy_n(p.filter, filter.size(), filter.begin());
    return [p, filter, threads] { tile_halo<columns, rows>(p, filter, threads); };
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(native);
  add_of<double>(native);
}

}  // namespace tilebridge::host::conv2d_experiment
