#include "catalogue/latency.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_latency(Registrar<Exec>&) {}

template void add_latency(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_latency(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
