// SPDX-License-Identifier: Apache-2.0
// The native experiments on GPUs, as listed in experiments.cmake.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda {

/// Takes kernels written for this project; a library's calls go to libraries::LibraryCalls.
using NativeKernels = kernels::RegistrarOf<struct NativeCode, Stream>;

#define TILEBRIDGE_EXPERIMENT(name)               \
  namespace name##_experiment {                   \
    void register_kernels(NativeKernels& native); \
  }
#include "experiments/cuda.inc"

namespace loops {
#define TILEBRIDGE_EXPERIMENT(name)               \
  namespace name##_experiment {                   \
    void register_kernels(NativeKernels& native); \
  }
#include "experiments/loops.inc"
}  // namespace loops

inline void add_all(NativeKernels& native) {
#define TILEBRIDGE_EXPERIMENT(name) name##_experiment::register_kernels(native);
#include "experiments/cuda.inc"
#define TILEBRIDGE_EXPERIMENT(name) loops::name##_experiment::register_kernels(native);
#include "experiments/loops.inc"
}

}  // namespace tilebridge::cuda
