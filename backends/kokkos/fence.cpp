#include "catalogue/fence.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_fence(Registrar<Exec>&) {}

template void add_fence(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_fence(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
