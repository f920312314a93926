// SPDX-License-Identifier: Apache-2.0
// Compiled with -maxrregcount=32, which caps the registers of every kernel of a file that has no
// launch bounds: see backends/CMakeLists.txt.
#include "backends/cuda/averaging.hpp"

namespace tilebridge::cuda {
namespace {

// [shown]
constexpr int block_size = 256;

__global__ void walk_unbounded(WalkThenAverage w) {
  walk_and_average(w, blockIdx.x * std::size_t{block_size} + threadIdx.x);
}

// [hidden]

}  // namespace

// [shown]
void walk_with_maxrregcount(const WalkThenAverage& w, Stream stream) {
  if (w.averaging.n > 0)
    walk_unbounded<<<ceil_div(w.averaging.n, block_size), block_size, 0, stream>>>(w);
}

}  // namespace tilebridge::cuda
