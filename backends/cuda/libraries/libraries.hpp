// SPDX-License-Identifier: Apache-2.0
// The library calls that do the same work as an experiment, as listed in experiments.cmake.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda::libraries {

#define TILEBRIDGE_EXPERIMENT(name) void add_##name(Vendor& vendor);
#include "experiments/libraries.inc"

inline void add_all(Vendor& vendor) {
#define TILEBRIDGE_EXPERIMENT(name) add_##name(vendor);
#include "experiments/libraries.inc"
}

}  // namespace tilebridge::cuda::libraries
