// SPDX-License-Identifier: Apache-2.0
// CUB, or hipCUB under its name.
#pragma once

#include <cstddef>
#include <limits>

#include "backends/cuda/cuda.hpp"
#include "base/error.hpp"

#ifdef TILEBRIDGE_WITH_HIP

namespace cub = hipcub;

namespace tilebridge::cuda::libraries {
constexpr bool scans_by_int = false, reduces_by_int = true;
}  // namespace tilebridge::cuda::libraries

#else

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>

namespace tilebridge::cuda::libraries {
constexpr bool scans_by_int = CUB_VERSION < 300000, reduces_by_int = false;
}  // namespace tilebridge::cuda::libraries

#endif

namespace tilebridge::cuda::libraries {

// [shown]
/// Throws Unavailable if the library's call counts by an int, and there are more elements.
inline void check_count(std::size_t n, bool by_int) {
  if (by_int && n > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw Unavailable("this release of the library takes fewer than 2^31 elements");
}

}  // namespace tilebridge::cuda::libraries
