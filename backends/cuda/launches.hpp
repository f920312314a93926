// SPDX-License-Identifier: Apache-2.0
// How kernels are launched, whoever launches them: native code, or a model's library.
#pragma once

#include "catalogue/basic_terms.hpp"
#include "catalogue/terms.hpp"
#include "kernels/platform.hpp"

namespace tilebridge::cuda {

/// Calls `launch` and returns the launches of kernels that it made in this thread, in order, of
/// many the first few. Those that are part of a graph are not seen, nor those of clusters.
LaunchShapes recorded(const kernels::Launch& launch);

}  // namespace tilebridge::cuda
