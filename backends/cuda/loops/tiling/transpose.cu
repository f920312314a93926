// SPDX-License-Identifier: Apache-2.0
// 32 × 32 tiles in nested ranges: rows by the threads of a team, columns by its vector lanes. Or
// the whole matrix as a two-dimensional range.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/half.hpp"
#include "catalogue/tiling/transpose.hpp"

namespace tilebridge::cuda::loops::transpose_experiment {
namespace {

__device__ std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

template <class T>
__global__ void read_coalesced(Transpose<T> t) {
  const int y = y_in_range(), x = x_in_range();
  if (y < t.rows && x < t.cols) t.out[at(x, y, t.rows)] = t.in[at(y, x, t.cols)];
}

template <class T>
__global__ void write_coalesced(Transpose<T> t) {
  const int x = y_in_range(), y = x_in_range();  // the range is over (y, x)
  if (y < t.rows && x < t.cols) t.out[at(x, y, t.rows)] = t.in[at(y, x, t.cols)];
}

constexpr int tile = Transpose<float>::tile;

template <class T, class Tile>
__global__ void staged_tile(Transpose<T> t) {
  T* staged = scratch<T>();  // [tile][Tile::columns]
  const int across = (t.cols + tile - 1) / tile;
  const int x0 = static_cast<int>(blockIdx.x) % across * tile;
  const int y0 = static_cast<int>(blockIdx.x) / across * tile;
  for (int r = threadIdx.y; r < tile; r += blockDim.y)
    for (int c = threadIdx.x; c < tile; c += blockDim.x)
      if (x0 + c < t.cols && y0 + r < t.rows)
        staged[r * Tile::columns + Tile::column(r, c)] = t.in[at(y0 + r, x0 + c, t.cols)];
  __syncthreads();
  for (int c = threadIdx.y; c < tile; c += blockDim.y)
    for (int r = threadIdx.x; r < tile; r += blockDim.x)
      if (x0 + c < t.cols && y0 + r < t.rows)
        t.out[at(x0 + c, y0 + r, t.rows)] = staged[r * Tile::columns + Tile::column(r, c)];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double, Half>([&]<class T>() {
    controls.add("transpose/read_coalesced", nested(read_coalesced<T>));
    controls.add("transpose/write_coalesced", nested(write_coalesced<T>));
    controls.add("transpose/tile", nested(staged_tile<T, PlainTile>));
    controls.add("transpose/padded_tile", nested(staged_tile<T, PaddedTile>));
    controls.add("transpose/swizzled_tile", nested(staged_tile<T, SwizzledTile>));
  });
}

}  // namespace tilebridge::cuda::loops::transpose_experiment
