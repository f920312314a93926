#include "catalogue/local_array.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_local_array(Registrar<Exec>&) {}

template void add_local_array(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_local_array(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
