#include "catalogue/gather.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_gather(Registrar<Exec>&) {}

template void add_gather(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_gather(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
