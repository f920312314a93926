#include "catalogue/smooth.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_smooth(Registrar<Exec>&) {}

template void add_smooth(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_smooth(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
