// SPDX-License-Identifier: Apache-2.0
// One result per thread; the variants differ in the load instruction.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/coalescing/cache_policy.hpp"

namespace tilebridge::cuda::cache_policy_experiment {
namespace {

struct DefaultLoad {
  __device__ static float load(const float* from) { return *from; }
  __device__ static void store(float* to, float value) { *to = value; }
};

struct L2Only : DefaultLoad {
  __device__ static float load(const float* from) { return __ldcg(from); }
};

struct Streaming {
  __device__ static float load(const float* from) { return __ldcs(from); }
  __device__ static void store(float* to, float value) { __stcs(to, value); }
};

struct ReadOnly : DefaultLoad {
  __device__ static float load(const float* from) { return __ldg(from); }
};

constexpr int block_size = PieceSum::piece;

template <class Policy>
__global__ void sum_piece(PieceSum p) {
  const std::size_t first = blockIdx.x * std::size_t{block_size};
  const unsigned thread = threadIdx.x;
  if (first + thread >= p.n) return;
  float sum = 0;
  for (int k = 0; k < p.reuse; ++k) {
    const std::size_t j = first + PieceSum::place(thread, k);
    const bool inside = j < p.n;  // else any element, with weight 0: no branch between loads
    sum += static_cast<float>(inside ? k + 1 : 0) * Policy::load(p.in + (inside ? j : first));
  }
  Policy::store(p.out + first + thread, sum);
}

template <class Policy>
void launch(const PieceSum& p, Stream stream) {
  if (p.n > 0) sum_piece<Policy><<<ceil_div(p.n, block_size), block_size, 0, stream>>>(p);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("cache_policy/default_load", launch<DefaultLoad>);
  native.add("cache_policy/l2_only", launch<L2Only>, cache_operators);
  native.add("cache_policy/streaming", launch<Streaming>, cache_operators);
  native.add("cache_policy/read_only", launch<ReadOnly>);
}

}  // namespace tilebridge::cuda::cache_policy_experiment
