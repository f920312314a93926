// SPDX-License-Identifier: Apache-2.0
// Copies whose plain loads go through the caches that an option of the compiler names.
#pragma once

#include "backends/cuda/cuda.hpp"
#include "catalogue/coalescing/cache_loads.hpp"

namespace tilebridge::cuda {

#ifdef TILEBRIDGE_WITH_HIP

/// Is never called: see ptxas_options.
template <LoadOption option>
void launch_compiled(const PatternedCopy& /*c*/, Stream /*stream*/) {}

#else

/// These are compiled with the options ca and cg.
template <LoadOption option>
void launch_compiled(const PatternedCopy& c, Stream stream);

#endif

}  // namespace tilebridge::cuda
