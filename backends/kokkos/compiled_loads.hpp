// SPDX-License-Identifier: Apache-2.0
// Copies whose plain loads go through the caches that an option of the compiler names.
#pragma once

#include "backends/kokkos/execution.hpp"
#include "catalogue/coalescing/cache_loads.hpp"
#include "kernels/registrar.hpp"

namespace tilebridge::kokkos {

#ifdef KOKKOS_ENABLE_CUDA

constexpr kernels::Feature ptxas_options = {};

/// These are compiled with the options ca and cg, on GPUs.
template <LoadOption option, class Exec>
void launch_compiled(const PatternedCopy& c, const Exec& exec);
template <LoadOption option, class Exec>
void launch_compiled_in_teams(const PatternedCopy& c, const Exec& exec);

#else

constexpr kernels::Feature ptxas_options = {false,
                                            "only CUDA's compiler has the option -Xptxas -dlcm"};

/// These are never called.
template <LoadOption option, class Exec>
void launch_compiled(const PatternedCopy& /*c*/, const Exec& /*exec*/) {}
template <LoadOption option, class Exec>
void launch_compiled_in_teams(const PatternedCopy& /*c*/, const Exec& /*exec*/) {}

#endif

}  // namespace tilebridge::kokkos
