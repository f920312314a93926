// SPDX-License-Identifier: Apache-2.0
// One element of 1 to 16 bytes per index of a range.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/element_size.hpp"

namespace tilebridge::cuda::loops::element_size_experiment {
namespace {

template <class T>
__global__ void copy_of(SizedCopy c) {
  const auto* in = static_cast<const T*>(c.in);
  auto* out = static_cast<T*>(c.out);
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(c.count)) out[i] = in[i];
}

void copy(const SizedCopy& c, const LaunchShapes& followed, Stream stream) {
  with_element(c.bytes, [&]<class T>() { flat(copy_of<T>)(c, followed, stream); });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("element_size/same_count", copy);
  controls.add("element_size/same_bytes", copy);
}

}  // namespace tilebridge::cuda::loops::element_size_experiment
