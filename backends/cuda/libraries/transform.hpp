// SPDX-License-Identifier: Apache-2.0
// CUB's transform, which copies in bulk where the device can, if this release of the toolkit has
// it.
#pragma once

#include <cstddef>

#include "backends/cuda/cuda.hpp"

#if __has_include(<cub/device/device_transform.cuh>)
#include <cub/device/device_transform.cuh>
#include <cuda/std/tuple>
#define TILEBRIDGE_HAS_TRANSFORM 1
#else
#define TILEBRIDGE_HAS_TRANSFORM 0
#endif

namespace tilebridge::cuda::libraries {

// [shown]
constexpr kernels::Feature device_transform = {
    TILEBRIDGE_HAS_TRANSFORM != 0, "needs CUB's DeviceTransform, of CUDA 12.8 or later"};

/// out[i] = function(in[i]…) for i < n, where `device_transform` is present.
template <class T, class Function, class... In>
void transform([[maybe_unused]] T* out, [[maybe_unused]] std::size_t n,
               [[maybe_unused]] Function function, [[maybe_unused]] Stream stream,
               [[maybe_unused]] const In*... in) {
#if TILEBRIDGE_HAS_TRANSFORM
  check(cub::DeviceTransform::Transform(::cuda::std::tuple(in...), out, n, function, stream),
        "transforming with CUB");
#endif
}

/// The function of a copy.
struct Same {
  template <class T>
  __device__ T operator()(T value) const {
    return value;
  }
};

}  // namespace tilebridge::cuda::libraries
