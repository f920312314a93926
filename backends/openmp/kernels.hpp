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

// Some kernels keep clang from removing the runtime's state from every kernel of their file (modes,
// copies of bodies for one thread, calls). These two kinds are in files of their own.

/// Parallel loops in teams: the first thread of a team runs what stands between them.
namespace teams {
#define TILEBRIDGE_EXPERIMENT(name)                     \
  namespace name##_experiment {                         \
    void register_kernels(const OpenmpKernels& openmp); \
  }
#include "experiments/teams.inc"
}  // namespace teams

/// Reductions over all teams: they call functions by pointer, and what else a file has then looks
/// as if it were called so.
namespace reductions {
#define TILEBRIDGE_EXPERIMENT(name)                     \
  namespace name##_experiment {                         \
    void register_kernels(const OpenmpKernels& openmp); \
  }
#include "experiments/reductions.inc"
}  // namespace reductions

inline void add_all([[maybe_unused]] const OpenmpKernels& openmp) {
#define TILEBRIDGE_EXPERIMENT(name) name##_experiment::register_kernels(openmp);
#include "experiments/openmp.inc"
#define TILEBRIDGE_EXPERIMENT(name) teams::name##_experiment::register_kernels(openmp);
#include "experiments/teams.inc"
#define TILEBRIDGE_EXPERIMENT(name) reductions::name##_experiment::register_kernels(openmp);
#include "experiments/reductions.inc"
}

}  // namespace tilebridge::openmp
