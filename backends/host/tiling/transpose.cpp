// SPDX-License-Identifier: Apache-2.0
// Cache blocking instead of shared memory: a tile that fits into the L1 cache.
#include "catalogue/tiling/transpose.hpp"

#include <algorithm>
#include <cstddef>

#include "backends/host/native.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::host::transpose_experiment {
namespace {

constexpr int tile = Transpose<float>::tile;

std::size_t at(int y, int x, int cols) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(x);
}

/// Calls body(row, column, rows, columns) with the first element and the size of every tile of a
/// rows × cols matrix, on `threads` threads.
template <class Body>
void for_each_tile(int rows, int cols, Threads threads, const Body& body) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < rows; y += tile)
    for (int x = 0; x < cols; x += tile)
      body(y, x, std::min(tile, rows - y), std::min(tile, cols - x));
}

template <class T>
void read_coalesced(const Transpose<T>& t, Threads threads) {
  for_each_tile(t.rows, t.cols, threads, [&](int y, int x, int rows, int cols) {
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c)
        t.out[at(x + c, y + r, t.rows)] = t.in[at(y + r, x + c, t.cols)];
  });
}

template <class T>
void write_coalesced(const Transpose<T>& t, Threads threads) {
  for_each_tile(t.cols, t.rows, threads, [&](int y, int x, int rows, int cols) {
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c)
        t.out[at(y + r, x + c, t.rows)] = t.in[at(x + c, y + r, t.cols)];
  });
}

/// Stages every tile in an array.
template <class T, class Tile>
void staged_tiles(const Transpose<T>& t, Threads threads) {
  for_each_tile(t.rows, t.cols, threads, [&](int y, int x, int rows, int cols) {
    T staged[tile][Tile::columns];
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) staged[r][Tile::column(r, c)] = t.in[at(y + r, x + c, t.cols)];
    for (int c = 0; c < cols; ++c)
      for (int r = 0; r < rows; ++r)
        t.out[at(x + c, y + r, t.rows)] = staged[r][Tile::column(r, c)];
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double, Half>([&]<class T>() {
    native.add("transpose/read_coalesced", read_coalesced<T>);
    native.add("transpose/write_coalesced", write_coalesced<T>);
    native.add("transpose/tile", staged_tiles<T, PlainTile>);
    native.add("transpose/padded_tile", staged_tiles<T, PaddedTile>);
    native.add("transpose/swizzled_tile", staged_tiles<T, SwizzledTile>);
  });
}

}  // namespace tilebridge::host::transpose_experiment
