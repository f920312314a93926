#include "catalogue/reuse.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_reuse(Registrar<Exec>&) {}

template void add_reuse(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_reuse(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
