// SPDX-License-Identifier: Apache-2.0
// One pixel per thread, in teams of 32 × 8, where a warp covers part of a row, or of 16 × 16, where
// it covers parts of two; the variants differ in where pixels and the filter are read.
#include "catalogue/tiling/conv2d.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::conv2d_experiment {
namespace {

constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;

template <class T, class Resource>
void direct(const Conv2d<T>& p, Resource resource) {
  const Matrix<const T> in(p.in, p.rows, p.cols), filter(p.filter, width, width);
  const Matrix<T> out(p.out, p.rows, p.cols);
  const int rows = p.rows, cols = p.cols;
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(ceil_div(cols, 32), ceil_div(rows, 8)), RAJA::Threads(32, 8)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<GlobalY>(ctx, Range(0, rows), [&](int y) {
          RAJA::loop<GlobalX>(ctx, Range(0, cols), [&](int x) {
            T sum = 0;
            for (int j = 0; j < width; ++j)
              for (int i = 0; i < width; ++i) {
                const int v = y + j - radius, u = x + i - radius;
                const bool inside = v >= 0 && v < rows && u >= 0 && u < cols;
                sum += filter(j, i) * (inside ? in(v, u) : 0);
              }
            out(y, x) = sum;
          });
        });
      });
}

/// `filter` is a View, or captured by value.
template <int columns, int rows, class Filter, class T, class Resource>
void convolve_tiles(const Conv2d<T>& p, const Filter& filter, Resource resource) {
  constexpr int halo_rows = rows + 2 * radius, halo_columns = columns + 2 * radius;
  const Matrix<const T> in(p.in, p.rows, p.cols);
  const Matrix<T> out(p.out, p.rows, p.cols);
  const int height = p.rows, breadth = p.cols;
  const Range down(0, ceil_div(height, rows)), across(0, ceil_div(breadth, columns));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()), RAJA::Threads(columns, rows)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<TeamsY>(ctx, down, [&](int team_y) {
          RAJA::loop<TeamsX>(ctx, across, [&](int team_x) {
            RAJA_TEAM_SHARED T tile[halo_rows][halo_columns];
            const int x0 = team_x * columns, y0 = team_y * rows;

            RAJA::loop<ThreadsYLoop<rows>>(ctx, Range(0, halo_rows), [&](int r) {
              RAJA::loop<ThreadsXLoop<columns>>(ctx, Range(0, halo_columns), [&](int c) {
                const int y = y0 + r - radius, x = x0 + c - radius;
                const bool inside = y >= 0 && y < height && x >= 0 && x < breadth;
                tile[r][c] = inside ? in(y, x) : 0;
              });
            });
            ctx.teamSync();  // __syncthreads()
            RAJA::loop<ThreadsY<rows>>(ctx, Range(0, rows), [&](int r) {
              RAJA::loop<ThreadsX<columns>>(ctx, Range(0, columns), [&](int c) {
                if (y0 + r >= height || x0 + c >= breadth) return;
                T sum = 0;
                for (int j = 0; j < width; ++j)
                  for (int i = 0; i < width; ++i) sum += filter(j, i) * tile[r + j][c + i];
                out(y0 + r, x0 + c) = sum;
              });
            });
          });
        });
      });
}

template <int columns, int rows, class T, class Resource>
void tile_halo(const Conv2d<T>& p, Resource resource) {
  convolve_tiles<columns, rows>(p, Matrix<const T>(p.filter, width, width), resource);
}

/// Captured by value: on CUDA, kernel parameters are in constant memory.
template <class T>
struct CapturedFilter {
  T taps[width][width];

  RAJA_HOST_DEVICE T operator()(int j, int i) const { return taps[j][i]; }
};

template <class T, class Resource>
CapturedFilter<T> captured_filter(const Conv2d<T>& p, Resource resource) {
  CapturedFilter<T> filter;
  resource.memcpy(&filter, p.filter, sizeof filter);
  resource.wait();
  return filter;
}

template <class T, class Resource>
auto constant_filter(const Conv2d<T>& p, Resource resource) {
  return [=, filter = captured_filter(p, resource)] { convolve_tiles<32, 8>(p, filter, resource); };
}

template <class T, class Resource>
void add_of(RajaKernels<Resource>& raja) {
  raja.add("conv2d/direct", direct<T, Resource>);
  raja.add("conv2d/tile_halo", tile_halo<32, 8, T, Resource>);
  raja.add("conv2d/tile_halo_16x16", tile_halo<16, 16, T, Resource>);
  raja.add_prepared("conv2d/constant_filter", constant_filter<T, Resource>);
}

}  // namespace

// Kernels by block and thread index.
namespace by_index {
namespace {

RAJA_HOST_DEVICE inline std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

/// 0 beyond the border.
template <class T>
RAJA_HOST_DEVICE T pixel(const Conv2d<T>& p, int y, int x) {
  const bool inside = y >= 0 && y < p.rows && x >= 0 && x < p.cols;
  return inside ? p.in[at(y, x, p.cols)] : 0;
}

template <int columns, int rows, class T, class Resource>
void direct(const Conv2d<T>& p, Resource resource) {
  const Range across(0, ceil_div(p.cols, columns)), down(0, ceil_div(p.rows, rows));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()), RAJA::Threads(columns, rows)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::expt::loop<BlockXY>(ctx, across, down, [&](int block_x, int block_y) {
          RAJA::expt::loop<ThreadXY<columns, rows>>(
              ctx, Range(0, columns), Range(0, rows), [&](int thread_x, int thread_y) {
                const int x = block_x * columns + thread_x;
                const int y = block_y * rows + thread_y;
                if (x >= p.cols || y >= p.rows) return;
                T sum = 0;
                for (int j = 0; j < width; ++j)
                  for (int i = 0; i < width; ++i)
                    sum += p.filter[j * width + i] * pixel(p, y + j - radius, x + i - radius);
                p.out[at(y, x, p.cols)] = sum;
              });
        });
      });
}

template <class T>
struct GlobalFilter {
  const T* taps;

  RAJA_HOST_DEVICE T operator()(int j, int i) const { return taps[j * width + i]; }
};

template <int columns, int rows, class Filter, class T, class Resource>
void convolve_by_index(const Conv2d<T>& p, const Filter& filter, Resource resource) {
  constexpr int block_size = columns * rows;
  constexpr int tile_columns = columns + 2 * radius;
  constexpr int tile_rows = rows + 2 * radius;
  constexpr int tile_size = tile_rows * tile_columns;
  const Range across(0, ceil_div(p.cols, columns)), down(0, ceil_div(p.rows, rows));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()), RAJA::Threads(columns, rows)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::expt::loop<BlockXY>(ctx, across, down, [&](int block_x, int block_y) {
          RAJA_TEAM_SHARED T tile[tile_rows][tile_columns];
          const int x0 = block_x * columns;
          const int y0 = block_y * rows;

          RAJA::expt::loop<ThreadXY<columns, rows>>(
              ctx, Range(0, columns), Range(0, rows), [&](int thread_x, int thread_y) {
                for (int first = 0; first < tile_size; first += block_size) {
                  const unsigned i = first + thread_y * columns + thread_x;
                  const int r = i / tile_columns;
                  const int c = i % tile_columns;
                  if (i < tile_size) tile[r][c] = pixel(p, y0 + r - radius, x0 + c - radius);
                }
              });
          ctx.teamSync();
          RAJA::expt::loop<ThreadXY<columns, rows>>(
              ctx, Range(0, columns), Range(0, rows), [&](int thread_x, int thread_y) {
                const int x = x0 + thread_x;
                const int y = y0 + thread_y;
                if (x >= p.cols || y >= p.rows) return;
                T sum = 0;
                for (int j = 0; j < width; ++j)
                  for (int i = 0; i < width; ++i)
                    sum += filter(j, i) * tile[thread_y + j][thread_x + i];
                p.out[at(y, x, p.cols)] = sum;
              });
        });
      });
}

template <int columns, int rows, class T, class Resource>
void tile_halo(const Conv2d<T>& p, Resource resource) {
  convolve_by_index<columns, rows>(p, GlobalFilter<T>{p.filter}, resource);
}

template <class T, class Resource>
auto constant_filter(const Conv2d<T>& p, Resource resource) {
  return
      [=, filter = captured_filter(p, resource)] { convolve_by_index<32, 8>(p, filter, resource); };
}

template <class T, class Resource>
void add_of(RajaKernels<Resource>& raja) {
  auto by_index = raja.in(Form::indices);
  by_index.add("conv2d/direct", direct<32, 8, T, Resource>);
  by_index.add("conv2d/tile_halo", tile_halo<32, 8, T, Resource>);
  by_index.add("conv2d/tile_halo_16x16", tile_halo<16, 16, T, Resource>);
  by_index.add_prepared("conv2d/constant_filter", constant_filter<T, Resource>);
}

}  // namespace
}  // namespace by_index

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  add_of<float>(raja);
  add_of<double>(raja);
  by_index::add_of<float>(raja);
  by_index::add_of<double>(raja);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::conv2d_experiment
