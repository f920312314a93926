// SPDX-License-Identifier: Apache-2.0
// An index triple per element; on a GPU a block is a tile of the MDRangePolicy, or in the rewritten
// form a team.
#include "catalogue/execution/block_shape.hpp"

#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::block_shape_experiment {
namespace {

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

using namespace techniques;

template <class Exec, int width, int height, int depth>
struct Add {
  Vector<const float, Exec> a, b;
  Vector<float, Exec> c;
  int nx, ny, nz;
  Divisor across, down;  // blocks along x, and along y
  std::size_t teams;

  explicit Add(const VolumeAdd& v)
      : a(v.a, elements(v)),
        b(v.b, elements(v)),
        c(v.c, elements(v)),
        nx(v.nx),
        ny(v.ny),
        nz(v.nz),
        across(std::max<int>(1, ceil_div(nx, width))),
        down(std::max<int>(1, ceil_div(ny, height))),
        teams(ceil_div(nx, width) * ceil_div(ny, height) * ceil_div(nz, depth)) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const int row = across.quotient(team.league_rank());  // of blocks
    const int plane = down.quotient(row);
    const int thread = thread_rank(team);
    const int x = across.remainder(team.league_rank(), row) * width + thread % width;
    const int y = down.remainder(row, plane) * height + thread / width % height;
    const int z = plane * depth + thread / (width * height);
    if (x >= nx || y >= ny || z >= nz) return;
    const std::size_t i = (std::size_t(z) * ny + y) * nx + x;
    c(i) = a(i) + b(i);
  }

 private:
  static std::size_t elements(const VolumeAdd& v) {
    return static_cast<std::size_t>(v.nx) * static_cast<std::size_t>(v.ny) *
           static_cast<std::size_t>(v.nz);
  }
};

template <int width, int height, int depth, class Exec>
void add_rewritten(const VolumeAdd& v, const Exec& exec) {
  constexpr int block_size = width * height * depth;
  const Add<Exec, width, height, depth> functor(v);
  if (functor.teams > 0)
    Kokkos::parallel_for("block_shape",
                         team_policy<TeamPolicy<Exec, block_size>>(exec, functor.teams, block_size),
                         functor);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("block_shape/line_256", add<256, 1, 1, Exec>);
    kokkos.add("block_shape/rectangle_32x8", add<32, 8, 1, Exec>);
    kokkos.add("block_shape/square_16x16", add<16, 16, 1, Exec>);
    kokkos.add("block_shape/cube_8x8x8", add<8, 8, 8, Exec>);
    kokkos.add("block_shape/line_256_rewritten", add_rewritten<256, 1, 1, Exec>);
    kokkos.add("block_shape/rectangle_32x8_rewritten", add_rewritten<32, 8, 1, Exec>);
    kokkos.add("block_shape/square_16x16_rewritten", add_rewritten<16, 16, 1, Exec>);
    kokkos.add("block_shape/cube_8x8x8_rewritten", add_rewritten<8, 8, 8, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::block_shape_experiment
