// SPDX-License-Identifier: Apache-2.0
// Small kernels, one launch after another.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/idioms/launching.hpp"

namespace tilebridge::cuda::loops::launching_experiment {
namespace {

__global__ void copy(SmallKernels s, int k) {
  const std::int64_t i = index_in_range();
  const std::int64_t first = std::int64_t{k} * s.words;
  if (i < s.words) s.out[first + i] = s.in[first + i];
}

void launch_copies(const SmallKernels& s, const LaunchShapes& followed, Stream stream) {
  for (int k = 0; k < s.kernels; ++k) launch(copy, flat(followed.back()), stream, s, k);
}

/// Waits for the whole device, as Kokkos::fence() does.
void launch_and_wait(const SmallKernels& s, const LaunchShapes& followed, Stream stream) {
  for (int k = 0; k < s.kernels; ++k) {
    launch(copy, flat(followed.back()), stream, s, k);
    check(cudaDeviceSynchronize(), "waiting for a small kernel");
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("launching/range", launch_copies);
  controls.add("launching/graph", launch_copies);
  controls.add("launching/fence", launch_and_wait);
}

}  // namespace tilebridge::cuda::loops::launching_experiment
