#include "catalogue/bandwidth.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_bandwidth(Registrar<Exec>&) {}

template void add_bandwidth(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_bandwidth(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
