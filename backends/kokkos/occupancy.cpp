#include "catalogue/occupancy.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_occupancy(Registrar<Exec>&) {}

template void add_occupancy(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_occupancy(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
