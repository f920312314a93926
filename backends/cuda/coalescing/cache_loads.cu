// SPDX-License-Identifier: Apache-2.0
// One element per thread; the variants differ in the load instruction.
#include "backends/cuda/compiled_loads.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/patterned_copy.hpp"
#include "catalogue/coalescing/cache_loads.hpp"

namespace tilebridge::cuda::cache_loads_experiment {
namespace {

struct DefaultLoad {
  __device__ static float load(const float* from) { return *from; }
};

struct AllCaches {
  __device__ static float load(const float* from) { return __ldca(from); }
};

struct L2Only {
  __device__ static float load(const float* from) { return __ldcg(from); }
};

struct Streaming {
  __device__ static float load(const float* from) { return __ldcs(from); }
};

struct ReadOnly {
  __device__ static float load(const float* from) { return __ldg(from); }
};

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("cache_loads/default_load", launch_copy<DefaultLoad>);
  native.add("cache_loads/all_caches", launch_copy<AllCaches>, cache_operators);
  native.add("cache_loads/l2_only", launch_copy<L2Only>, cache_operators);
  native.add("cache_loads/streaming", launch_copy<Streaming>, cache_operators);
  native.add("cache_loads/read_only", launch_copy<ReadOnly>);
  native.add("cache_loads/compiled_ca", launch_compiled<LoadOption::ca>, ptxas_options);
  native.add("cache_loads/compiled_cg", launch_compiled<LoadOption::cg>, ptxas_options);
}

}  // namespace tilebridge::cuda::cache_loads_experiment
