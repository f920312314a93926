// SPDX-License-Identifier: Apache-2.0
// The native experiments on GPUs, as listed in experiments.cmake.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

#define TILEBRIDGE_EXPERIMENT(name) void add_##name(Native& native);
#include "experiments/cuda.inc"

inline void add_all(Native& native) {
#define TILEBRIDGE_EXPERIMENT(name) add_##name(native);
#include "experiments/cuda.inc"
}

}  // namespace tilebridge::cuda
