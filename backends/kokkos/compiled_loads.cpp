// SPDX-License-Identifier: Apache-2.0
// Compiled twice: with -Xptxas -dlcm=ca and TILEBRIDGE_DLCM=ca, and both with cg. No word of the
// kernel differs.
#include "backends/kokkos/compiled_loads.hpp"

#include "backends/kokkos/patterned_copy.hpp"

namespace tilebridge::kokkos {

// [shown]
template <LoadOption option, class Exec>
void launch_compiled(const PatternedCopy& c, const Exec& exec) {
  copy_by_pattern<option, Vector<const float, Exec>>(c, exec);
}

template <LoadOption option, class Exec>
void launch_compiled_in_teams(const PatternedCopy& c, const Exec& exec) {
  copy_in_teams<option, Vector<const float, Exec>>(c, exec);
}

// [hidden]

template void launch_compiled<LoadOption::TILEBRIDGE_DLCM>(const PatternedCopy&,
                                                           const GpuExecution&);
template void launch_compiled_in_teams<LoadOption::TILEBRIDGE_DLCM>(const PatternedCopy&,
                                                                    const GpuExecution&);

}  // namespace tilebridge::kokkos
