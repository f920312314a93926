// SPDX-License-Identifier: Apache-2.0
// Blocks have the requested number of threads; a block loops over one element per thread.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/execution/block_size.hpp"

namespace tilebridge::cuda::loops::block_size_experiment {
namespace {

__global__ void add(BlockedAdd p) {
  const std::size_t first = static_cast<std::size_t>(blockIdx.x) * p.threads;
  for (int t = threadIdx.x; t < p.threads; t += blockDim.x)
    if (first + t < p.n) p.c[first + t] = p.a[first + t] + p.b[first + t];
}

__global__ void matmul(Matmul<float> p, BlockShape shape, int across) {
  const int row0 = static_cast<int>(blockIdx.x) / across * shape.height;
  const int column0 = static_cast<int>(blockIdx.x) % across * shape.width;
  for (int y = threadIdx.y; y < shape.height; y += blockDim.y)
    for (int x = threadIdx.x; x < shape.width; x += blockDim.x) {
      const int row = row0 + y, column = column0 + x;
      if (row >= p.m || column >= p.n) continue;
      float sum = 0;
      for (int i = 0; i < p.k; ++i) sum += p.a[at(row, i, p.k)] * p.b[at(i, column, p.n)];
      p.c[at(row, column, p.n)] = sum;
    }
}

void launch_matmul(const BlockedMatmul& p, const LaunchShapes& followed, Stream stream) {
  const BlockShape shape(p.threads);
  const int across = shape.across(p.product.n);
  for (const LaunchShape& launched : followed)
    launch(matmul, launched, stream, p.product, shape, across);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("block_size/add", flat(add));
  controls.add("block_size/matmul", launch_matmul);
}

}  // namespace tilebridge::cuda::loops::block_size_experiment
