#include "catalogue/cluster.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_cluster(Registrar<Exec>&) {}

template void add_cluster(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_cluster(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
