// SPDX-License-Identifier: Apache-2.0
// One kernel, launched in blocks of different shapes; one element per thread.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/execution/block_shape.hpp"

namespace tilebridge::cuda::block_shape_experiment {
namespace {

__global__ void add(VolumeAdd v) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x >= v.nx || y >= v.ny || z >= v.nz) return;
  const std::size_t i = (std::size_t(z) * v.ny + y) * v.nx + x;
  v.c[i] = v.a[i] + v.b[i];
}

template <int width, int height, int depth>
void launch(const VolumeAdd& v, Stream stream) {
  const dim3 threads(width, height, depth);
  const dim3 blocks(ceil_div(v.nx, width), ceil_div(v.ny, height), ceil_div(v.nz, depth));
  if (v.nx > 0 && v.ny > 0 && v.nz > 0) add<<<blocks, threads, 0, stream>>>(v);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("block_shape/line_256", launch<256, 1, 1>);
  native.add("block_shape/rectangle_32x8", launch<32, 8, 1>);
  native.add("block_shape/square_16x16", launch<16, 16, 1>);
  native.add("block_shape/cube_8x8x8", launch<8, 8, 8>);
}

}  // namespace tilebridge::cuda::block_shape_experiment
