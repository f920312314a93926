// SPDX-License-Identifier: Apache-2.0
// One element per index of a range, read from where its entry of an index array points.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/gather.hpp"

namespace tilebridge::cuda::loops::gather_experiment {
namespace {

template <class T>
__global__ void plain(Gather<T> g) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(g.n)) g.out[i] = g.in[g.index[i]];
}

template <class T>
__global__ void read_only(Gather<T> g) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(g.n)) g.out[i] = __ldg(g.in + g.index[i]);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("gather/plain", flat(plain<T>));
    controls.add("gather/read_only", flat(read_only<T>));
  });
}

}  // namespace tilebridge::cuda::loops::gather_experiment
