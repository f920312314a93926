// SPDX-License-Identifier: Apache-2.0
// One element of C per index pair of a range, or square tiles in nested ranges. The sums are kept
// in a tile too, as in code whose ranges end at each barrier.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/matmul.hpp"

namespace tilebridge::cuda::loops::matmul_experiment {
namespace {

template <class T>
__global__ void direct(Matmul<T> p) {
  const int row = y_in_range(), column = x_in_range();
  if (row >= p.m || column >= p.n) return;
  T sum = 0;
  for (int i = 0; i < p.k; ++i) sum += p.a[at(row, i, p.k)] * p.b[at(i, column, p.n)];
  p.c[at(row, column, p.n)] = sum;
}

template <class In, class Out>
struct Matrices {
  In a, b;
  Out c;
};

template <class T>
__device__ Matrices<Rows<const T>, Rows<T>> matrices_of(const Matmul<T>& p) {
  return {{p.a, p.k}, {p.b, p.n}, {p.c, p.n}};
}

/// The respelled control takes this instead of a Matmul.
template <class T>
struct StridedMatmul : Matmul<T> {
  Matrices<Strided<const T, 2>, Strided<T, 2>> matrices;
};

template <class T>
StridedMatmul<T> strided(const Matmul<T>& p) {
  const std::size_t k = p.k, n = p.n;
  return {p, {{p.a, {k}}, {p.b, {n}}, {p.c, {n}}}};
}

template <class T>
__device__ const auto& matrices_of(const StridedMatmul<T>& p) {
  return p.matrices;
}

template <int tile, class T, class Problem>
__global__ void tiled(Problem p) {
  const auto m = matrices_of(p);
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
        a[y * tile + x] = in_a ? m.a(row + y, first + x) : 0;
        b[y * tile + x] = in_b ? m.b(first + y, column + x) : 0;
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
      if (row + y < p.m && column + x < p.n) m.c(row + y, column + x) = sums[y * tile + x];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("matmul/direct", nested(direct<T>));
    controls.add("matmul/tile16", nested(tiled<16, T, Matmul<T>>));
    controls.add("matmul/tile32", nested(tiled<32, T, Matmul<T>>));
    controls.add_respelled("matmul/tile16", nested(tiled<16, T, StridedMatmul<T>>, strided<T>));
  });
}

}  // namespace tilebridge::cuda::loops::matmul_experiment
