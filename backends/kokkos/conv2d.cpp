#include "catalogue/conv2d.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_conv2d(Registrar<Exec>&) {}

template void add_conv2d(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_conv2d(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
