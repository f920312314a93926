// SPDX-License-Identifier: Apache-2.0
// Rows and columns as loops that a launch's threads share, or 32 × 32 tiles with teams of 32 × 8
// threads. By index: each thread moves four elements, 8 rows apart.
#include "catalogue/tiling/transpose.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::raja::transpose_experiment {
namespace {

constexpr int tile = Transpose<float>::tile;
constexpr int rows_per_pass = Transpose<float>::rows_per_pass;

template <class T, class Resource>
void read_coalesced(const Transpose<T>& t, Resource resource) {
  const Matrix<const T> in(t.in, t.rows, t.cols);
  const Matrix<T> out(t.out, t.cols, t.rows);
  const Range rows(0, t.rows), cols(0, t.cols);
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(ceil_div(t.cols, tile), ceil_div(t.rows, rows_per_pass)),
                         RAJA::Threads(tile, rows_per_pass)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<GlobalY>(ctx, rows, [&](int y) {
          RAJA::loop<GlobalX>(ctx, cols, [&](int x) { out(x, y) = in(y, x); });
        });
      });
}

template <class T, class Resource>
void write_coalesced(const Transpose<T>& t, Resource resource) {
  const Matrix<const T> in(t.in, t.rows, t.cols);
  const Matrix<T> out(t.out, t.cols, t.rows);
  const Range rows(0, t.rows), cols(0, t.cols);
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(ceil_div(t.rows, tile), ceil_div(t.cols, rows_per_pass)),
                         RAJA::Threads(tile, rows_per_pass)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<GlobalY>(ctx, cols, [&](int x) {
          RAJA::loop<GlobalX>(ctx, rows, [&](int y) { out(x, y) = in(y, x); });
        });
      });
}

template <class Tile, class T, class Resource>
void staged_tile(const Transpose<T>& t, Resource resource) {
  const Matrix<const T> in(t.in, t.rows, t.cols);
  const Matrix<T> out(t.out, t.cols, t.rows);
  const Range rows(0, t.rows), cols(0, t.cols);
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(ceil_div(t.cols, tile), ceil_div(t.rows, tile)),
                         RAJA::Threads(tile, rows_per_pass)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::tile<TeamsY>(ctx, tile, rows, [&](const Range& row_tile) {
          RAJA::tile<TeamsX>(ctx, tile, cols, [&](const Range& col_tile) {
            RAJA_TEAM_SHARED T staged[tile][Tile::columns];

            RAJA::loop_icount<ThreadsYLoop<rows_per_pass>>(ctx, row_tile, [&](int y, int r) {
              RAJA::loop_icount<ThreadsX<tile>>(
                  ctx, col_tile, [&](int x, int c) { staged[r][Tile::column(r, c)] = in(y, x); });
            });
            ctx.teamSync();  // __syncthreads()
            RAJA::loop_icount<ThreadsYLoop<rows_per_pass>>(ctx, col_tile, [&](int x, int c) {
              RAJA::loop_icount<ThreadsX<tile>>(
                  ctx, row_tile, [&](int y, int r) { out(x, y) = staged[r][Tile::column(r, c)]; });
            });
          });
        });
      });
}

using Threads = ThreadXY<tile, rows_per_pass>;

/// Index of the element in row y, column x of a matrix; 64 bits, because a matrix may hold more
/// than 2³¹ elements.
RAJA_HOST_DEVICE inline std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

template <class T, class Resource>
void read_coalesced_by_index(const Transpose<T>& t, Resource resource) {
  const Range across(0, ceil_div(t.cols, tile)), down(0, ceil_div(t.rows, tile));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()),
                         RAJA::Threads(tile, rows_per_pass)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::expt::loop<BlockXY>(ctx, across, down, [&](int block_x, int block_y) {
          RAJA::expt::loop<Threads>(ctx, Range(0, tile), Range(0, rows_per_pass),
                                    [&](int thread_x, int thread_y) {
                                      const int x = block_x * tile + thread_x;
                                      const int y = block_y * tile + thread_y;
                                      for (int j = 0; j < tile; j += rows_per_pass)
                                        if (x < t.cols && y + j < t.rows)
                                          t.out[at(x, y + j, t.rows)] = t.in[at(y + j, x, t.cols)];
                                    });
        });
      });
}

template <class T, class Resource>
void write_coalesced_by_index(const Transpose<T>& t, Resource resource) {
  const Range across(0, ceil_div(t.cols, tile)), down(0, ceil_div(t.rows, tile));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()),
                         RAJA::Threads(tile, rows_per_pass)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::expt::loop<BlockXY>(ctx, across, down, [&](int block_x, int block_y) {
          RAJA::expt::loop<Threads>(
              ctx, Range(0, tile), Range(0, rows_per_pass), [&](int thread_x, int thread_y) {
                const int x = block_y * tile + thread_x;  // a column of the output
                const int y = block_x * tile + thread_y;
                for (int j = 0; j < tile; j += rows_per_pass)
                  if (x < t.rows && y + j < t.cols)
                    t.out[at(y + j, x, t.rows)] = t.in[at(x, y + j, t.cols)];
              });
        });
      });
}

template <class Tile, class T, class Resource>
void staged_tile_by_index(const Transpose<T>& given, Resource resource) {
  const Range across(0, ceil_div(given.cols, tile)), down(0, ceil_div(given.rows, tile));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()),
                         RAJA::Threads(tile, rows_per_pass)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        // A copy: of what is captured, the compiler thinks that a store to the tile may change it.
        const Transpose<T> t = given;
        RAJA::expt::loop<BlockXY>(ctx, across, down, [&](int block_x, int block_y) {
          RAJA_TEAM_SHARED T staged[tile][Tile::columns];

          RAJA::expt::loop<Threads>(
              ctx, Range(0, tile), Range(0, rows_per_pass), [&](int thread_x, int thread_y) {
                const int x = block_x * tile + thread_x;
                const int y = block_y * tile + thread_y;
                for (int j = 0; j < tile; j += rows_per_pass) {
                  const int row = thread_y + j;
                  if (x < t.cols && y + j < t.rows)
                    staged[row][Tile::column(row, thread_x)] = t.in[at(y + j, x, t.cols)];
                }
              });
          ctx.teamSync();
          RAJA::expt::loop<Threads>(
              ctx, Range(0, tile), Range(0, rows_per_pass), [&](int thread_x, int thread_y) {
                const int x = block_y * tile + thread_x;
                const int y = block_x * tile + thread_y;
                for (int j = 0; j < tile; j += rows_per_pass) {
                  const int column = thread_y + j;
                  if (x < t.rows && y + j < t.cols)
                    t.out[at(y + j, x, t.rows)] = staged[thread_x][Tile::column(thread_x, column)];
                }
              });
        });
      });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  const auto by_index = raja.in(Form::indices);
  kernels::for_types<float, double, Half>([&]<class T>() {
    raja.add("transpose/read_coalesced", read_coalesced<T, Resource>);
    raja.add("transpose/write_coalesced", write_coalesced<T, Resource>);
    raja.add("transpose/tile", staged_tile<PlainTile, T, Resource>);
    raja.add("transpose/padded_tile", staged_tile<PaddedTile, T, Resource>);
    raja.add("transpose/swizzled_tile", staged_tile<SwizzledTile, T, Resource>);
    by_index.add("transpose/read_coalesced", read_coalesced_by_index<T, Resource>);
    by_index.add("transpose/write_coalesced", write_coalesced_by_index<T, Resource>);
    by_index.add("transpose/tile", staged_tile_by_index<PlainTile, T, Resource>);
    by_index.add("transpose/padded_tile", staged_tile_by_index<PaddedTile, T, Resource>);
    by_index.add("transpose/swizzled_tile", staged_tile_by_index<SwizzledTile, T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::transpose_experiment
