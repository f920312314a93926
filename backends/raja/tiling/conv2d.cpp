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
constexpr int tile_columns = Conv2d<float>::tile_columns;
constexpr int tile_rows = Conv2d<float>::tile_rows;

template <class T, class Resource>
void direct(const Conv2d<T>& p, Resource resource) {
  const Matrix<const T> in(p.in, p.rows, p.cols), filter(p.filter, width, width);
  const Matrix<T> out(p.out, p.rows, p.cols);
  const int rows = p.rows, cols = p.cols;
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(ceil_div(cols, tile_columns), ceil_div(rows, tile_rows)),
                         RAJA::Threads(tile_columns, tile_rows)),
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

/// `filter` is a View or a CapturedFilter.
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

template <class T, class Resource>
CapturedFilter<T> captured_filter(const Conv2d<T>& p, Resource resource) {
  CapturedFilter<T> filter;
  resource.memcpy(&filter, p.filter, sizeof filter);
  resource.wait();
  return filter;
}

template <class T, class Resource>
auto constant_filter(const Conv2d<T>& p, Resource resource) {
  return [=, filter = captured_filter(p, resource)] {
    convolve_tiles<tile_columns, tile_rows>(p, filter, resource);
  };
}

template <int columns, int rows, class T, class Resource>
void direct_by_index(const Conv2d<T>& p, Resource resource) {
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
                    sum += p.filter[j * width + i] * p.pixel(y + j - radius, x + i - radius);
                p.out[p.at(y, x)] = sum;
              });
        });
      });
}

template <int columns, int rows, class Filter, class T, class Resource>
void convolve_by_index(const Conv2d<T>& p, const Filter& filter, Resource resource) {
  constexpr int block_size = columns * rows;
  constexpr int halo_columns = columns + 2 * radius;
  constexpr int halo_rows = rows + 2 * radius;
  constexpr int halo_size = halo_rows * halo_columns;
  const Range across(0, ceil_div(p.cols, columns)), down(0, ceil_div(p.rows, rows));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()), RAJA::Threads(columns, rows)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::expt::loop<BlockXY>(ctx, across, down, [&](int block_x, int block_y) {
          RAJA_TEAM_SHARED T tile[halo_rows][halo_columns];
          const int x0 = block_x * columns;
          const int y0 = block_y * rows;

          RAJA::expt::loop<ThreadXY<columns, rows>>(
              ctx, Range(0, columns), Range(0, rows), [&](int thread_x, int thread_y) {
                for (int first = 0; first < halo_size; first += block_size) {
                  const unsigned i = first + thread_y * columns + thread_x;
                  const int r = i / halo_columns;
                  const int c = i % halo_columns;
                  if (i < halo_size) tile[r][c] = p.pixel(y0 + r - radius, x0 + c - radius);
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
                p.out[p.at(y, x)] = sum;
              });
        });
      });
}

template <int columns, int rows, class T, class Resource>
void tile_halo_by_index(const Conv2d<T>& p, Resource resource) {
  convolve_by_index<columns, rows>(p, GlobalFilter<T>{p.filter}, resource);
}

template <class T, class Resource>
auto constant_filter_by_index(const Conv2d<T>& p, Resource resource) {
  return [=, filter = captured_filter(p, resource)] {
    convolve_by_index<tile_columns, tile_rows>(p, filter, resource);
  };
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  const auto by_index = raja.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("conv2d/direct", direct<T, Resource>);
    raja.add("conv2d/tile_halo", tile_halo<tile_columns, tile_rows, T, Resource>);
    raja.add("conv2d/tile_halo_16x16", tile_halo<16, 16, T, Resource>);
    raja.add_prepared("conv2d/constant_filter", constant_filter<T, Resource>);
    by_index.add("conv2d/direct", direct_by_index<tile_columns, tile_rows, T, Resource>);
    by_index.add("conv2d/tile_halo", tile_halo_by_index<tile_columns, tile_rows, T, Resource>);
    by_index.add("conv2d/tile_halo_16x16", tile_halo_by_index<16, 16, T, Resource>);
    by_index.add_prepared("conv2d/constant_filter", constant_filter_by_index<T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::conv2d_experiment
