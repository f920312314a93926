// SPDX-License-Identifier: Apache-2.0
// An index triple per element; a block is a tile of the three-dimensional range.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/execution/block_shape.hpp"

namespace tilebridge::cuda::loops::block_shape_experiment {
namespace {

__global__ void add(VolumeAdd v) {
  const int z = z_in_range(), y = y_in_range(), x = x_in_range();
  if (z >= v.nz || y >= v.ny || x >= v.nx) return;
  const std::size_t i = (std::size_t(z) * v.ny + y) * v.nx + x;
  v.c[i] = v.a[i] + v.b[i];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("block_shape/line_256", nested(add));
  controls.add("block_shape/rectangle_32x8", nested(add));
  controls.add("block_shape/square_16x16", nested(add));
  controls.add("block_shape/cube_8x8x8", nested(add));
}

}  // namespace tilebridge::cuda::loops::block_shape_experiment
