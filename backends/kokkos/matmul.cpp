#include "catalogue/matmul.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_matmul(Registrar<Exec>&) {}

template void add_matmul(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_matmul(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
