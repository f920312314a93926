#include "catalogue/reduce.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_reduce(Registrar<Exec>&) {}

template void add_reduce(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_reduce(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
