#include "catalogue/bank_conflict.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_bank_conflict(Registrar<Exec>&) {}

template void add_bank_conflict(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_bank_conflict(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
