// SPDX-License-Identifier: Apache-2.0
// One element of C per thread; the variants differ in where they read rows of A and columns of B.
// In loops the sums are in shared memory, by index in registers.
#include "catalogue/tiling/matmul.hpp"

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::matmul_experiment {
namespace {

template <int block, class T, class Resource>
void direct(const Matmul<T>& p, Resource resource) {
  const Matrix<const T> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const Matrix<T> c(p.c, p.m, p.n);
  const Range rows(0, p.m), columns(0, p.n);
  const int k = p.k;
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(ceil_div(p.n, block), ceil_div(p.m, block)),
                         RAJA::Threads(block, block)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<GlobalY>(ctx, rows, [&](int row) {
          RAJA::loop<GlobalX>(ctx, columns, [&](int column) {
            T sum = 0;
            for (int i = 0; i < k; ++i) sum += a(row, i) * b(i, column);
            c(row, column) = sum;
          });
        });
      });
}

/// The sums are kept in shared memory too: a loop over threads has no variable that could keep one
/// from one barrier to the next.
template <int tile, class T, class Resource>
void tiled(const Matmul<T>& p, Resource resource) {
  const Matrix<const T> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const Matrix<T> c(p.c, p.m, p.n);
  const int m = p.m, n = p.n, k = p.k;
  const Range down(0, ceil_div(m, tile)), across(0, ceil_div(n, tile)), in_tile(0, tile);
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()), RAJA::Threads(tile, tile)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::loop<TeamsY>(ctx, down, [&](int team_y) {
          RAJA::loop<TeamsX>(ctx, across, [&](int team_x) {
            RAJA_TEAM_SHARED T a_tile[tile][tile];
            RAJA_TEAM_SHARED T b_tile[tile][tile];
            RAJA_TEAM_SHARED T sums[tile][tile];
            const int row = team_y * tile, column = team_x * tile;

            RAJA::loop<ThreadsY<tile>>(ctx, in_tile, [&](int y) {
              RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int x) { sums[y][x] = 0; });
            });
            for (int first = 0; first < k; first += tile) {
              RAJA::loop<ThreadsY<tile>>(ctx, in_tile, [&](int y) {
                RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int x) {
                  const bool in_a = row + y < m && first + x < k;
                  const bool in_b = first + y < k && column + x < n;
                  a_tile[y][x] = in_a ? a(row + y, first + x) : 0;
                  b_tile[y][x] = in_b ? b(first + y, column + x) : 0;
                });
              });
              ctx.teamSync();  // __syncthreads()
              RAJA::loop<ThreadsY<tile>>(ctx, in_tile, [&](int y) {
                RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int x) {
                  T sum = sums[y][x];
                  for (int i = 0; i < tile; ++i) sum += a_tile[y][i] * b_tile[i][x];
                  sums[y][x] = sum;
                });
              });
              ctx.teamSync();
            }
            RAJA::loop<ThreadsY<tile>>(ctx, in_tile, [&](int y) {
              RAJA::loop<ThreadsX<tile>>(ctx, in_tile, [&](int x) {
                if (row + y < m && column + x < n) c(row + y, column + x) = sums[y][x];
              });
            });
          });
        });
      });
}

template <int block, class T, class Resource>
void direct_by_index(const Matmul<T>& p, Resource resource) {
  const Range across(0, ceil_div(p.n, block)), down(0, ceil_div(p.m, block));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()), RAJA::Threads(block, block)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::expt::loop<BlockXY>(ctx, across, down, [&](int block_x, int block_y) {
          RAJA::expt::loop<ThreadXY<block, block>>(
              ctx, Range(0, block), Range(0, block), [&](int thread_x, int thread_y) {
                const int row = block_y * block + thread_y;
                const int column = block_x * block + thread_x;
                if (row >= p.m || column >= p.n) return;
                T sum = 0;
                for (int i = 0; i < p.k; ++i) sum += p.a[at(row, i, p.k)] * p.b[at(i, column, p.n)];
                p.c[at(row, column, p.n)] = sum;
              });
        });
      });
}

/// The loop over threads is around the barriers, so that a thread's sum stays in a register: for
/// GPUs only.
template <int tile, class T, class Resource>
void tiled_by_index(const Matmul<T>& p, Resource resource) {
  const Range across(0, ceil_div(p.n, tile)), down(0, ceil_div(p.m, tile));
  RAJA::launch<Launch<Resource>>(
      resource,
      RAJA::LaunchParams(RAJA::Teams(across.size(), down.size()), RAJA::Threads(tile, tile)),
      [=] RAJA_HOST_DEVICE(RAJA::LaunchContext ctx) {
        RAJA::expt::loop<BlockXY>(ctx, across, down, [&](int block_x, int block_y) {
          RAJA_TEAM_SHARED T a[tile][tile];
          RAJA_TEAM_SHARED T b[tile][tile];

          RAJA::expt::loop<ThreadXY<tile, tile>>(
              ctx, Range(0, tile), Range(0, tile), [&](int thread_x, int thread_y) {
                const int row = block_y * tile + thread_y;
                const int column = block_x * tile + thread_x;
                T sum = 0;
                for (int first = 0; first < p.k; first += tile) {
                  const int a_column = first + thread_x;
                  const int b_row = first + thread_y;
                  const bool in_a = row < p.m && a_column < p.k;
                  const bool in_b = b_row < p.k && column < p.n;
                  a[thread_y][thread_x] = in_a ? p.a[at(row, a_column, p.k)] : 0;
                  b[thread_y][thread_x] = in_b ? p.b[at(b_row, column, p.n)] : 0;
                  ctx.teamSync();
                  for (int i = 0; i < tile; ++i) sum += a[thread_y][i] * b[i][thread_x];
                  ctx.teamSync();  // all reads must finish before the next tiles are stored
                }
                if (row < p.m && column < p.n) p.c[at(row, column, p.n)] = sum;
              });
        });
      });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  const auto by_index = raja.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("matmul/direct", direct<16, T, Resource>);
    raja.add("matmul/tile16", tiled<16, T, Resource>);
    raja.add("matmul/tile32", tiled<32, T, Resource>);
    by_index.add("matmul/direct", direct_by_index<16, T, Resource>);
    if constexpr (!is_host<Resource>) {
      by_index.add("matmul/tile16", tiled_by_index<16, T, Resource>);
      by_index.add("matmul/tile32", tiled_by_index<32, T, Resource>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::matmul_experiment
