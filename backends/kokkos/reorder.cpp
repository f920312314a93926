#include "catalogue/reorder.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_reorder(Registrar<Exec>&) {}

template void add_reorder(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_reorder(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
