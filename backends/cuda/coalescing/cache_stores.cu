// SPDX-License-Identifier: Apache-2.0
// A block stores its piece again and again and loads what it stored; the variants differ in the
// store and load instructions.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/coalescing/cache_stores.hpp"

namespace tilebridge::cuda::cache_stores_experiment {
namespace {

struct Default {
  __device__ static float load(const float* from) { return *from; }
  __device__ static void store(float* to, float value) { *to = value; }
};

/// L1 serves none of these loads.
struct FromL2 {
  __device__ static float load(const float* from) { return __ldcg(from); }
  __device__ static void store(float* to, float value) { *to = value; }
};

struct L2Store : FromL2 {
  __device__ static void store(float* to, float value) { __stcg(to, value); }
};

struct StreamingStore : FromL2 {
  __device__ static void store(float* to, float value) { __stcs(to, value); }
};

struct WriteThrough : FromL2 {
  __device__ static void store(float* to, float value) { __stwt(to, value); }
};

constexpr int piece = StoreAndRead::piece;

/// `to` and `from` are the block's own pieces.
template <class Policy>
__device__ void step(float* to, const float* from) {
  const unsigned next = StoreAndRead::next(threadIdx.x);
  Policy::store(to + threadIdx.x, Policy::load(from + next));
  __syncthreads();
}

template <class Policy>
__global__ void store_and_read(StoreAndRead s) {
  const std::size_t begin = blockIdx.x * std::size_t{piece};
  float* const first = s.first + begin;
  float* const second = s.second + begin;
  step<Policy>(first, s.in + begin);
  for (int k = 1; k < s.steps; ++k)
    if (k % 2 == 1)
      step<Policy>(second, first);
    else
      step<Policy>(first, second);
}

template <class Policy>
void launch(const StoreAndRead& s, Stream stream) {
  if (s.blocks > 0) store_and_read<Policy><<<s.blocks, piece, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("cache_stores/default_store", launch<Default>);
  native.add("cache_stores/read_from_l2", launch<FromL2>, cache_operators);
  native.add("cache_stores/l2_store", launch<L2Store>, cache_operators);
  native.add("cache_stores/streaming_store", launch<StreamingStore>, cache_operators);
  native.add("cache_stores/write_through", launch<WriteThrough>, cache_operators);
}

}  // namespace tilebridge::cuda::cache_stores_experiment
