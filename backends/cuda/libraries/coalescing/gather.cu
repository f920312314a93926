// SPDX-License-Identifier: Apache-2.0
// Thrust's gather, on the runner's stream and without waiting for it.
#include "backends/cuda/libraries/libraries.hpp"
#include "catalogue/coalescing/gather.hpp"

#ifndef TILEBRIDGE_WITH_HIP
#include <thrust/gather.h>
#include <thrust/system/cuda/execution_policy.h>
#endif

namespace tilebridge::cuda::libraries::gather_experiment {
namespace {

#ifdef TILEBRIDGE_WITH_HIP
constexpr kernels::Feature thrust_gather = {false, "rocThrust is not called"};
#else
constexpr kernels::Feature thrust_gather = {true, ""};
#endif

template <class T>
void gather([[maybe_unused]] const Gather<T>& g, [[maybe_unused]] Stream stream) {
#ifndef TILEBRIDGE_WITH_HIP
  thrust::gather(thrust::cuda::par_nosync.on(stream), g.index, g.index + g.n, g.in, g.out);
#endif
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>(
      [&]<class T>() { library.add("gather/thrust", gather<T>, thrust_gather); });
}

}  // namespace tilebridge::cuda::libraries::gather_experiment
