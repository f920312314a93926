#include "catalogue/layout.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_layout(Registrar<Exec>&) {}

template void add_layout(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_layout(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
