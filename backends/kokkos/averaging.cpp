// SPDX-License-Identifier: Apache-2.0
// Compiled with -maxrregcount=32, which caps the registers of every kernel of a file that has no
// launch bounds: see backends/CMakeLists.txt.
#include "backends/kokkos/averaging.hpp"

namespace tilebridge::kokkos {

#ifdef TILEBRIDGE_KOKKOS_GPU

// [shown]
void walk_with_maxrregcount(const WalkThenAverage& w, const GpuExecution& exec) {
  walk_and_average<RangePolicy<GpuExecution>>(w, exec);
}

#endif

}  // namespace tilebridge::kokkos
