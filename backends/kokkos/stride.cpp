#include "catalogue/stride.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_stride(Registrar<Exec>&) {}

template void add_stride(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_stride(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
