// SPDX-License-Identifier: Apache-2.0
// CUB's transform.
#include "backends/cuda/libraries/libraries.hpp"
#include "backends/cuda/libraries/transform.hpp"
#include "backends/cuda/twice.hpp"
#include "catalogue/coalescing/vector_load.hpp"

namespace tilebridge::cuda::libraries::vector_load_experiment {
namespace {

struct Twice {
  template <class T>
  __device__ T operator()(T value) const {
    return twice(value);
  }
};

template <class T>
void scale(const VectorScale<T>& s, Stream stream) {
  transform(s.out, s.n, Twice(), stream, s.in);
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, Half, BFloat16>(
      [&]<class T>() { library.add("vector_load/transform", scale<T>, device_transform); });
}

}  // namespace tilebridge::cuda::libraries::vector_load_experiment
