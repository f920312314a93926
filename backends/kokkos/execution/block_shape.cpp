// SPDX-License-Identifier: Apache-2.0
// An index triple per element; on a GPU a block is a tile of the MDRangePolicy.
#include "catalogue/execution/block_shape.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
/// x fastest.
template <class T, class Exec>
using Volume = Unmanaged<T***, Kokkos::LayoutRight, Exec>;

/// On CUDA neighbouring threads are neighbours in the first index: x.
template <int width, int height, int depth, class Exec>
void add(const VolumeAdd& v, const Exec& exec) {
  using Range3D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;
  const Volume<const float, Exec> a(v.a, v.nz, v.ny, v.nx), b(v.b, v.nz, v.ny, v.nx);
  const Volume<float, Exec> c(v.c, v.nz, v.ny, v.nx);
  Kokkos::parallel_for(
      "block_shape", Range3D(exec, {0, 0, 0}, {v.nx, v.ny, v.nz}, {width, height, depth}),
      KOKKOS_LAMBDA(int x, int y, int z) { c(z, y, x) = a(z, y, x) + b(z, y, x); });
}

// [/]

}  // namespace

template <class Exec>
void add_block_shape([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("block_shape/line_256", add<256, 1, 1, Exec>);
    kokkos.add("block_shape/rectangle_32x8", add<32, 8, 1, Exec>);
    kokkos.add("block_shape/square_16x16", add<16, 16, 1, Exec>);
    kokkos.add("block_shape/cube_8x8x8", add<8, 8, 8, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_block_shape);

}  // namespace tilebridge::kokkos
