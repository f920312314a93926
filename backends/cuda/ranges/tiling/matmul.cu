// SPDX-License-Identifier: Apache-2.0
// One element of C per index pair of a range, or square tiles in nested ranges. The sums are kept
// in a tile too, as in code whose ranges end at each barrier.
#include "backends/cuda/ranges/ranges.hpp"
#include "catalogue/tiling/matmul.hpp"

namespace tilebridge::cuda::ranges::matmul_experiment {
namespace {

// [*]
__device__ std::size_t at(int row, int column, int columns) {
  return std::size_t(row) * columns + column;
}

// [direct]
template <class T>
__global__ void direct(Matmul<T> p) {
  const int row = y_in_range(), column = x_in_range();
  if (row >= p.m || column >= p.n) return;
  T sum = 0;
  for (int i = 0; i < p.k; ++i) sum += p.a[at(row, i, p.k)] * p.b[at(i, column, p.n)];
  p.c[at(row, column, p.n)] = sum;
}

// [tile16, tile32]
template <int tile, class T>
__global__ void tiled(Matmul<T> p) {
  T* a = scratch<T>();        // [tile][tile]
  T* b = a + tile * tile;     // [tile][tile]
  T* sums = b + tile * tile;  // [tile][tile]
  const int across = (p.n + tile - 1) / tile;
  const int row = static_cast<int>(blockIdx.x) / across * tile;
  const int column = static_cast<int>(blockIdx.x) % across * tile;
  for (int y = threadIdx.y; y < tile; y += blockDim.y)
    for (int x = threadIdx.x; x < tile; x += blockDim.x) sums[y * tile + x] = 0;
  __syncthreads();
  for (int first = 0; first < p.k; first += tile) {
    for (int y = threadIdx.y; y < tile; y += blockDim.y)
      for (int x = threadIdx.x; x < tile; x += blockDim.x) {
        const bool in_a = row + y < p.m && first + x < p.k;
        const bool in_b = first + y < p.k && column + x < p.n;
        a[y * tile + x] = in_a ? p.a[at(row + y, first + x, p.k)] : 0;
        b[y * tile + x] = in_b ? p.b[at(first + y, column + x, p.n)] : 0;
      }
    __syncthreads();
    for (int y = threadIdx.y; y < tile; y += blockDim.y)
      for (int x = threadIdx.x; x < tile; x += blockDim.x) {
        T sum = sums[y * tile + x];
        for (int i = 0; i < tile; ++i) sum += a[y * tile + i] * b[i * tile + x];
        sums[y * tile + x] = sum;
      }
    __syncthreads();
  }
  for (int y = threadIdx.y; y < tile; y += blockDim.y)
    for (int x = threadIdx.x; x < tile; x += blockDim.x)
      if (row + y < p.m && column + x < p.n) p.c[at(row + y, column + x, p.n)] = sums[y * tile + x];
}

// [/]

template <class T>
void add_of(Controls controls) {
  controls.add("matmul/direct", nested(direct<T>));
  controls.add("matmul/tile16", nested(tiled<16, T>));
  controls.add("matmul/tile32", nested(tiled<32, T>));
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(Controls(native));
  add_of<double>(Controls(native));
}

}  // namespace tilebridge::cuda::ranges::matmul_experiment
