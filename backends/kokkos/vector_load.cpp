#include "catalogue/vector_load.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_vector_load(Registrar<Exec>&) {}

template void add_vector_load(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_vector_load(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
