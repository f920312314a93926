// SPDX-License-Identifier: Apache-2.0
// Thrust's gather.
#include "backends/cuda/libraries/libraries.hpp"
#include "backends/cuda/libraries/thrust.hpp"
#include "catalogue/coalescing/gather.hpp"

#ifndef TILEBRIDGE_WITH_HIP
#include <thrust/gather.h>
#endif

namespace tilebridge::cuda::libraries::gather_experiment {
namespace {

template <class T>
void gather([[maybe_unused]] const Gather<T>& g, [[maybe_unused]] Stream stream) {
#ifndef TILEBRIDGE_WITH_HIP
  thrust::gather(without_waiting(stream), g.index, g.index + g.n, g.in, g.out);
#endif
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>(
      [&]<class T>() { library.add("gather/thrust", gather<T>, with_thrust); });
}

}  // namespace tilebridge::cuda::libraries::gather_experiment
