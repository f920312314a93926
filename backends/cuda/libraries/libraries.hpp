// SPDX-License-Identifier: Apache-2.0
// The library calls that do the same work as an experiment, as listed in experiments.cmake.
#pragma once

#include "backends/cuda/cuda.hpp"

namespace tilebridge::cuda::libraries {

/// Takes calls of libraries; kernels written for this project go to NativeKernels.
using LibraryCalls = kernels::RegistrarOf<struct LibraryCode, Stream>;

#define TILEBRIDGE_EXPERIMENT(name)               \
  namespace name##_experiment {                   \
    void register_kernels(LibraryCalls& library); \
  }
#include "experiments/libraries.inc"

inline void add_all(LibraryCalls& library) {
#define TILEBRIDGE_EXPERIMENT(name) name##_experiment::register_kernels(library);
#include "catalogue/basic_terms.hpp"
#include "experiments/libraries.inc"
}

}  // namespace tilebridge::cuda::libraries
