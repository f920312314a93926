#include "catalogue/launch_bounds.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_launch_bounds(Registrar<Exec>&) {}

template void add_launch_bounds(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_launch_bounds(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
