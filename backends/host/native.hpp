// SPDX-License-Identifier: Apache-2.0
// The list of experiments in plain C++ with OpenMP.
#pragma once

#include "kernels/registrar.hpp"

namespace tilebridge::host {

// [mentioned]
/// Loops use as many threads as Kokkos does.
using Threads = int;

using NativeKernels = kernels::RegistrarOf<struct NativeCode, Threads>;

#define TILEBRIDGE_EXPERIMENT(name)               \
  namespace name##_experiment {                   \
    void register_kernels(NativeKernels& native); \
  }
#include "experiments/host.inc"

inline void add_all(NativeKernels& native) {
#define TILEBRIDGE_EXPERIMENT(name) name##_experiment::register_kernels(native);
#include "experiments/host.inc"
}

}  // namespace tilebridge::host
