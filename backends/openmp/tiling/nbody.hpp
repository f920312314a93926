// SPDX-License-Identifier: Apache-2.0
// The inverse root that both files of the experiment use.
#pragma once

#include <cmath>

#include "catalogue/tiling/nbody.hpp"

namespace tilebridge::openmp::nbody_experiment {

// [shown]

inline float inverse_root(float square) { return 1 / std::sqrt(square); }
inline double inverse_root(double square) { return 1 / std::sqrt(square); }

// GPUs have an instruction, which clang's <cmath> has there under CUDA's name.
#pragma omp begin declare variant match(device = {kind(gpu)})
[[maybe_unused]] inline float inverse_root(float square) { return rsqrtf(square); }
[[maybe_unused]] inline double inverse_root(double square) { return rsqrt(square); }
#pragma omp end declare variant

}  // namespace tilebridge::openmp::nbody_experiment
