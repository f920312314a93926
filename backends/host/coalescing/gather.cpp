// SPDX-License-Identifier: Apache-2.0
// A CPU loads indexed elements one at a time; the variants differ in the cache lines used.
#include "catalogue/coalescing/gather.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host::gather_experiment {
namespace {

template <class T>
void plain(const Gather<T>& g, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < g.n; ++i) g.out[i] = g.in[g.index[i]];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() { native.add("gather/plain", plain<T>); });
}

}  // namespace tilebridge::host::gather_experiment
