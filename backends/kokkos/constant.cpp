#include "catalogue/constant.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_constant(Registrar<Exec>&) {}

template void add_constant(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_constant(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
