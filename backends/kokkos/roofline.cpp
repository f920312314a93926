#include "catalogue/roofline.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_roofline(Registrar<Exec>&) {}

template void add_roofline(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_roofline(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
