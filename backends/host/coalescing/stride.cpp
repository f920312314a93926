// SPDX-License-Identifier: Apache-2.0
// On a CPU a stride wastes parts of cache lines (64 bytes), on a GPU parts of sectors (32 bytes).
#include "catalogue/coalescing/stride.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host::stride_experiment {

namespace {

template <class T>
void add_of(NativeKernels& native) {
  native.add("stride/add", [](const StridedAdd<T>& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < s.count; ++i)
      s.c[i * s.stride] = s.a[i * s.stride] + s.b[i * s.stride];
  });
  native.add("stride/copy", [](const StridedCopy<T>& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
  });
  native.add("stride/wrapped", [](const WrappedCopy<T>& w, Threads threads) {
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < w.n; ++i) w.out[i] = 2 * w.in[i * w.stride % w.n];
  });
  native.add("stride/read", [](const WrappedCopy<T>& w, Threads threads) {
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < w.n; ++i) w.out[i] = 2 * w.in[i];
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(native);
  add_of<double>(native);
}

}  // namespace tilebridge::host::stride_experiment
