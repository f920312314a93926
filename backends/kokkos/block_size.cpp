#include "catalogue/block_size.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_block_size(Registrar<Exec>&) {}

template void add_block_size(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_block_size(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
