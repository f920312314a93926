// SPDX-License-Identifier: Apache-2.0
// A block sums over its piece of 256 elements in a loop of all its threads; the variants differ in
// the load instruction.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/coalescing/cache_policy.hpp"

namespace tilebridge::cuda::loops::cache_policy_experiment {
namespace {

struct DefaultLoad {
  __device__ static float load(const float* from) { return *from; }
};

struct ReadOnly {
  __device__ static float load(const float* from) { return __ldg(from); }
};

template <class Input>
__global__ void sum_piece(PieceSum p) {
  constexpr int piece = PieceSum::piece;
  const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * piece, n = p.n;
  for (int t = threadIdx.x; t < piece; t += blockDim.x) {
    if (first + t >= n) continue;
    float sum = 0;
    for (int k = 0; k < p.reuse; ++k) {
      const std::int64_t j = first + PieceSum::place(t, k);
      const bool inside = j < n;  // else any element, with weight 0
      sum += (inside ? k + 1 : 0) * Input::load(p.in + (inside ? j : first));
    }
    p.out[first + t] = sum;
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("cache_policy/default_load", flat(sum_piece<DefaultLoad>));
  controls.add("cache_policy/read_only", flat(sum_piece<ReadOnly>));
}

}  // namespace tilebridge::cuda::loops::cache_policy_experiment
