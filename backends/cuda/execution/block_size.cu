// SPDX-License-Identifier: Apache-2.0
// Blocks have the requested number of threads, and a thread one element.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/execution/block_size.hpp"

namespace tilebridge::cuda::block_size_experiment {
namespace {

__global__ void add(BlockedAdd p) {
  const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
  if (i < p.n) p.c[i] = p.a[i] + p.b[i];
}

__global__ void matmul(Matmul<float> p) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= p.m || column >= p.n) return;
  float sum = 0;
  for (int i = 0; i < p.k; ++i) sum += p.a[at(row, i, p.k)] * p.b[at(i, column, p.n)];
  p.c[at(row, column, p.n)] = sum;
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("block_size/add", [](const BlockedAdd& p, Stream stream) {
    if (p.n > 0) add<<<ceil_div(p.n, p.threads), p.threads, 0, stream>>>(p);
  });
  native.add("block_size/matmul", [](const BlockedMatmul& p, Stream stream) {
    const BlockShape shape(p.threads);
    const dim3 threads(shape.width, shape.height);
    const dim3 blocks(shape.across(p.product.n), shape.down(p.product.m));
    if (p.product.m > 0 && p.product.n > 0) matmul<<<blocks, threads, 0, stream>>>(p.product);
  });
}

}  // namespace tilebridge::cuda::block_size_experiment
