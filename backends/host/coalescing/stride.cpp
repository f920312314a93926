// SPDX-License-Identifier: Apache-2.0
// On a CPU a stride wastes parts of cache lines (64 bytes), on a GPU parts of sectors (32 bytes).
#include "catalogue/coalescing/stride.hpp"

#include "backends/host/native.hpp"

namespace tilebridge::host::stride_experiment {
namespace {

template <class T>
void add(const StridedAdd<T>& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < s.count; ++i)
    s.c[i * s.stride] = s.a[i * s.stride] + s.b[i * s.stride];
}

template <class T>
void copy(const StridedCopy<T>& s, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < s.count; ++i) s.out[i] = s.in[i * s.stride];
}

template <class T>
void wrapped(const WrappedCopy<T>& w, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < w.n; ++i) w.out[i] = 2 * w.in[i * w.stride % w.n];
}

template <class T>
void read(const WrappedCopy<T>& w, Threads threads) {
#pragma omp parallel for num_threads(threads)
  for (std::size_t i = 0; i < w.n; ++i) w.out[i] = 2 * w.in[i];
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("stride/add", add<T>);
    native.add("stride/copy", copy<T>);
    native.add("stride/wrapped", wrapped<T>);
    native.add("stride/read", read<T>);
  });
}

}  // namespace tilebridge::host::stride_experiment
