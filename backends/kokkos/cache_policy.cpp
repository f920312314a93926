#include "catalogue/cache_policy.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_cache_policy(Registrar<Exec>&) {}

template void add_cache_policy(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_cache_policy(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
