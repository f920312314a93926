// SPDX-License-Identifier: Apache-2.0
// The driver's copy, and CUB's transform, which copies in bulk where the device can: stride 1 only.
#include "catalogue/coalescing/stride.hpp"

#if __has_include(<cub/device/device_transform.cuh>)
#include <cub/device/device_transform.cuh>
#include <tuple>
#define TILEBRIDGE_HAS_TRANSFORM 1
#else
#define TILEBRIDGE_HAS_TRANSFORM 0
#endif

#include "backends/cuda/libraries/libraries.hpp"

namespace tilebridge::cuda::libraries::stride_experiment {
namespace {

constexpr kernels::Feature transform = {TILEBRIDGE_HAS_TRANSFORM != 0,
                                        "needs CUB's DeviceTransform, of CUDA 12.8 or later"};

struct Same {
  template <class T>
  __device__ T operator()(T value) const {
    return value;
  }
};

template <class T>
void transform_copy([[maybe_unused]] const StridedCopy<T>& s, [[maybe_unused]] Stream stream) {
#if TILEBRIDGE_HAS_TRANSFORM
  check(cub::DeviceTransform::Transform(s.in, s.out, s.count, Same(), stream), "copying with CUB");
#endif
}

struct Sum {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};

template <class T>
void transform_add([[maybe_unused]] const StridedAdd<T>& s, [[maybe_unused]] Stream stream) {
#if TILEBRIDGE_HAS_TRANSFORM
  check(cub::DeviceTransform::Transform(::cuda::std::tuple(s.a, s.b), s.c, s.count, Sum(), stream),
        "adding with CUB");
#endif
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
    library.add("stride/transform_copy", transform_copy<T>, transform);
    library.add("stride/transform_add", transform_add<T>, transform);
  });
}

}  // namespace tilebridge::cuda::libraries::stride_experiment
