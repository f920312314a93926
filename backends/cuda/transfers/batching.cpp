// SPDX-License-Identifier: Apache-2.0
// One copy per piece; `one` has a single piece.
#include "catalogue/transfers/batching.hpp"

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"

namespace tilebridge::cuda::batching_experiment {
namespace {

void launch(const PiecewiseCopy& c, Stream stream) {
  for (std::size_t piece = 0; piece < c.pieces; ++piece) {
    const std::size_t first = c.first_of(piece);
    const std::size_t count = c.first_of(piece + 1) - first;
    check(cudaMemcpyAsync(c.out + first, c.in + first, count * sizeof(float),
                          cudaMemcpyHostToDevice, stream),
          "copying a piece");
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("batching/many", launch);
  native.add("batching/one", launch);
}

}  // namespace tilebridge::cuda::batching_experiment
