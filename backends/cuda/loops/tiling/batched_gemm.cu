// SPDX-License-Identifier: Apache-2.0
// A range has one product per index; or a team's nested ranges have the elements of one product, or
// one range has the elements of several.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/batched_gemm.hpp"

namespace tilebridge::cuda::loops::batched_gemm_experiment {
namespace {

/// Returns the index of an element of matrix i of a batch.
template <int size>
__device__ std::size_t at(std::int64_t i, int y, int x) {
  return (std::size_t(i) * size + y) * size + x;
}

template <class T, int size>
__global__ void by_thread(BatchedGemm<T> g) {
  const std::int64_t i = index_in_range();
  if (i >= g.batch) return;
  for (int y = 0; y < size; ++y) {
    T row[size] = {};
    for (int k = 0; k < size; ++k) {
      const T of_a = g.a[at<size>(i, y, k)];
#pragma unroll
      for (int x = 0; x < size; ++x) row[x] += of_a * g.b[at<size>(i, k, x)];
    }
#pragma unroll
    for (int x = 0; x < size; ++x) g.c[at<size>(i, y, x)] = row[x];
  }
}

template <class T>
void thread(const BatchedGemm<T>& g, const LaunchShapes& followed, Stream stream) {
  with_matrix_size(g.size, [&](auto size) { flat(by_thread<T, size>)(g, followed, stream); });
}

template <class T, int size>
__global__ void __launch_bounds__(1024) by_team(BatchedGemm<T> g) {
  T* a = scratch<T>();     // [size][size]
  T* b = a + size * size;  // [size][size]
  const int i = blockIdx.x;
  for (int y = threadIdx.y; y < size; y += blockDim.y)
    for (int x = threadIdx.x; x < size; x += blockDim.x) {
      a[y * size + x] = g.a[at<size>(i, y, x)];
      b[y * size + x] = g.b[at<size>(i, y, x)];
    }
  __syncthreads();
  for (int y = threadIdx.y; y < size; y += blockDim.y)
    for (int x = threadIdx.x; x < size; x += blockDim.x) {
      T sum = 0;
      for (int k = 0; k < size; ++k) sum += a[y * size + k] * b[k * size + x];
      g.c[at<size>(i, y, x)] = sum;
    }
}

template <class T>
void team(const BatchedGemm<T>& g, const LaunchShapes& followed, Stream stream) {
  with_matrix_size(g.size, [&](auto size) { nested(by_team<T, size>)(g, followed, stream); });
}

template <class T, int size>
__global__ void by_block(BatchedGemm<T> g) {
  using Block = PackedMatrices<size>;
  constexpr int square = size * size;
  T* a = scratch<T>();         // [matrices][size][size]
  T* b = a + Block::elements;  // [matrices][size][size]
  const int first = blockIdx.x * Block::matrices;
  for (int e = threadIdx.x; e < Block::elements; e += blockDim.x) {
    const int m = e / square, y = e / size % size, x = e % size;
    if (first + m >= g.batch) continue;
    a[at<size>(m, y, x)] = g.a[at<size>(first + m, y, x)];
    b[at<size>(m, y, x)] = g.b[at<size>(first + m, y, x)];
  }
  __syncthreads();
  for (int e = threadIdx.x; e < Block::elements; e += blockDim.x) {
    const int m = e / square, y = e / size % size, x = e % size;
    if (first + m >= g.batch) continue;
    T sum = 0;
    for (int k = 0; k < size; ++k) sum += a[at<size>(m, y, k)] * b[at<size>(m, k, x)];
    g.c[at<size>(first + m, y, x)] = sum;
  }
}

template <class T>
void packed(const BatchedGemm<T>& g, const LaunchShapes& followed, Stream stream) {
  with_matrix_size(g.size, [&](auto size) { flat(by_block<T, size>)(g, followed, stream); });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("batched_gemm/thread", thread<T>);
    controls.add("batched_gemm/team", team<T>);
    controls.add("batched_gemm/packed", packed<T>);
  });
}

}  // namespace tilebridge::cuda::loops::batched_gemm_experiment
