// SPDX-License-Identifier: Apache-2.0
// The list of experiments in plain C++ with OpenMP.
#pragma once

#include "measure/implementations.hpp"

namespace tilebridge::host {

/// Loops use as many threads as Kokkos does.
using Threads = int;
using Native = Registrar<Threads>;

#define TILEBRIDGE_EXPERIMENT(name) void add_##name(Native& native);
#include "experiments/host.inc"

inline void add_all(Native& native) {
#define TILEBRIDGE_EXPERIMENT(name) add_##name(native);
#include "experiments/host.inc"
}

}  // namespace tilebridge::host
