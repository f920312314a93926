// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "catalogue/experiment.hpp"

namespace tilebridge::matmul_experiment {

/// The problem of all its variants, for float or double.
ProblemPointer matrix_product();

}  // namespace tilebridge::matmul_experiment
