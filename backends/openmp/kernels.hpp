// SPDX-License-Identifier: Apache-2.0
// The experiments in OpenMP, as listed in experiments.cmake.
#pragma once

#include "backends/openmp/openmp.hpp"

namespace tilebridge::openmp {

#define TILEBRIDGE_EXPERIMENT(name)                     \
  namespace name##_experiment {                         \
    void register_kernels(const OpenmpKernels& openmp); \
  }
#include "experiments/openmp.inc"

inline void add_all([[maybe_unused]] const OpenmpKernels& openmp) {
#define TILEBRIDGE_EXPERIMENT(name) name##_experiment::register_kernels(openmp);
#include "experiments/openmp.inc"
}

}  // namespace tilebridge::openmp
