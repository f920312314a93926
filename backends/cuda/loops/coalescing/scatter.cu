// SPDX-License-Identifier: Apache-2.0
// One element per index of a range, added to the sum of its bin.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/scatter.hpp"

namespace tilebridge::cuda::loops::scatter_experiment {
namespace {

__global__ void atomic(Scatter s) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(s.n)) atomicAdd(&s.sums[s.bin[i]], s.in[i]);
}

/// Where Kokkos clears the sums by a kernel, its launch is the first that is followed.
void launch_atomic(const Scatter& s, const LaunchShapes& followed, Stream stream) {
  check(cudaMemsetAsync(s.sums, 0, s.bins * sizeof(double), stream), "clearing the sums");
  if (s.n > 0 && !followed.empty()) launch(atomic, flat(followed.back()), stream, s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls(native).add("scatter/atomic", launch_atomic);
}

}  // namespace tilebridge::cuda::loops::scatter_experiment
