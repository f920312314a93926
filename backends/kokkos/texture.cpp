#include "catalogue/texture.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {

template <class Exec>
void add_texture(Registrar<Exec>&) {}

template void add_texture(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_texture(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
