// SPDX-License-Identifier: Apache-2.0
// A reduction clause over all elements. The result is a variable of the device.
#include "catalogue/tiling/reduce.hpp"

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp::reductions::reduce_experiment {
namespace {

template <template <class> class Result, class T>
void set_to_none(T* result) {
#pragma omp target is_device_ptr(result)
  *result = Result<T>::none;
}

template <class T>
void parallel_reduce(const Reduce<T>& r) {
  const T* in = r.in;
  T& result = *r.result;
  const std::size_t n = r.n;
  set_to_none<Addition>(r.result);
#pragma omp target teams distribute parallel for is_device_ptr(in) has_device_addr(result) \
    reduction(+ : result)
  for (std::size_t i = 0; i < n; ++i) result += in[i];
}

template <class T>
void parallel_max(const Reduce<T>& r) {
  const T* in = r.in;
  T& result = *r.result;
  const std::size_t n = r.n;
  set_to_none<Maximum>(r.result);
#pragma omp target teams distribute parallel for is_device_ptr(in) has_device_addr(result) \
    reduction(max                                                                          \
              : result)
  for (std::size_t i = 0; i < n; ++i) result = result < in[i] ? in[i] : result;
}

}  // namespace

void register_kernels(const OpenmpKernels& openmp) {
  kernels::for_types<float, double>([&]<class T>() {
    openmp.add("reduce/parallel_reduce", parallel_reduce<T>);
    openmp.add("reduce/parallel_max", parallel_max<T>);
  });
}

}  // namespace tilebridge::openmp::reductions::reduce_experiment
