// SPDX-License-Identifier: Apache-2.0
// One element per index of a range, read from where the pattern says; the variants differ in the
// load instruction.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/cache_loads.hpp"

namespace tilebridge::cuda::loops::cache_loads_experiment {
namespace {

struct DefaultLoad {
  __device__ static float load(const float* from) { return *from; }
};

struct ReadOnly {
  __device__ static float load(const float* from) { return __ldg(from); }
};

template <class Input>
__global__ void copy_by_pattern(PatternedCopy c) {
  const std::int64_t i = index_in_range(), pieces = c.pieces;
  if (i < static_cast<std::int64_t>(c.n))
    c.out[i] = Input::load(c.in + PatternedCopy::source(c.pattern, pieces, i));
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("cache_loads/default_load", flat(copy_by_pattern<DefaultLoad>));
  controls.add("cache_loads/read_only", flat(copy_by_pattern<ReadOnly>));
}

}  // namespace tilebridge::cuda::loops::cache_loads_experiment
