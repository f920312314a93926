#include "catalogue/dot.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_dot(Registrar<Exec>&) {}

template void add_dot(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_dot(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
