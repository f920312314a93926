// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy; the variants differ in the View used for loading, or in
// the option that the same code is compiled with. Rewritten: one element per thread of a team.
#include "catalogue/coalescing/cache_loads.hpp"

#include "backends/kokkos/compiled_loads.hpp"
#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/patterned_copy.hpp"

namespace tilebridge::kokkos::cache_loads_experiment {

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  constexpr LoadOption none = LoadOption::none;
  kokkos.add("cache_loads/default_load", copy_by_pattern<none, Vector<const float, Exec>, Exec>);
  kokkos.add("cache_loads/default_load_rewritten",
             copy_in_teams<none, Vector<const float, Exec>, Exec>);
  if constexpr (!is_host<Exec>) {  // a host has only one path to memory
    kokkos.add("cache_loads/read_only", copy_by_pattern<none, ReadOnly<const float*, Exec>, Exec>);
    kokkos.add("cache_loads/read_only_rewritten",
               copy_in_teams<none, ReadOnly<const float*, Exec>, Exec>);
    kokkos.add("cache_loads/compiled_ca", launch_compiled<LoadOption::ca, Exec>, ptxas_options);
    kokkos.add("cache_loads/compiled_cg", launch_compiled<LoadOption::cg, Exec>, ptxas_options);
    kokkos.add("cache_loads/compiled_ca_rewritten", launch_compiled_in_teams<LoadOption::ca, Exec>,
               ptxas_options);
    kokkos.add("cache_loads/compiled_cg_rewritten", launch_compiled_in_teams<LoadOption::cg, Exec>,
               ptxas_options);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::cache_loads_experiment
