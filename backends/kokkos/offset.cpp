#include "catalogue/offset.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_offset(Registrar<Exec>&) {}

template void add_offset(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_offset(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
