#include "catalogue/histogram.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_histogram(Registrar<Exec>&) {}

template void add_histogram(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_histogram(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
