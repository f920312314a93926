// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalogue/problem.hpp"

namespace tilebridge::launch_bounds_experiment {

/// Averaging, with the parameters n and sweeps.
ProblemPointer averages();

}  // namespace tilebridge::launch_bounds_experiment
