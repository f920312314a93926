// SPDX-License-Identifier: Apache-2.0
// The driver's copy, and CUB's transform: stride 1 only.
#include "backends/cuda/libraries/libraries.hpp"
#include "backends/cuda/libraries/transform.hpp"
#include "catalogue/coalescing/stride.hpp"

namespace tilebridge::cuda::libraries::stride_experiment {
namespace {

template <class T>
void transform_copy(const StridedCopy<T>& s, Stream stream) {
  transform(s.out, s.count, Same(), stream, s.in);
}

struct Sum {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};

template <class T>
void transform_add(const StridedAdd<T>& s, Stream stream) {
  transform(s.c, s.count, Sum(), stream, s.a, s.b);
}

template <class T>
void driver_copy(const StridedCopy<T>& s, Stream stream) {
  check(cudaMemcpyAsync(s.out, s.in, s.count * sizeof(T), cudaMemcpyDeviceToDevice, stream),
        "copying");
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>([&]<class T>() {
    library.add("stride/driver_copy", driver_copy<T>);
    library.add("stride/transform_copy", transform_copy<T>, device_transform);
    library.add("stride/transform_add", transform_add<T>, device_transform);
  });
}

}  // namespace tilebridge::cuda::libraries::stride_experiment
