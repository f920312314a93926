// SPDX-License-Identifier: Apache-2.0
// A reduction clause over all products. The sum is a variable of the device.
#include "catalogue/tiling/dot.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::reductions::dot_experiment {
namespace {

template <class T>
void clear(T* result) {
#pragma omp target is_device_ptr(result)
  *result = 0;
}

template <class T>
void parallel_reduce(const Dot<T>& d) {
  const T *a = d.a, *b = d.b;
  T& result = *d.result;
  const std::size_t n = d.n;
  clear(d.result);
#pragma omp target teams distribute parallel for is_device_ptr(a, b) has_device_addr(result) \
    reduction(+ : result)
  for (std::size_t i = 0; i < n; ++i) result += a[i] * b[i];
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double>(
      [&]<class T>() { openmp.add("dot/parallel_reduce", parallel_reduce<T>); });
}

}  // namespace tilebridge::openmp::reductions::dot_experiment
