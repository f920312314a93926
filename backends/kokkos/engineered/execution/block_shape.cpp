// SPDX-License-Identifier: Apache-2.0
// Teams whose threads have the places of a block's; one element per thread.
#include "catalogue/execution/block_shape.hpp"

#include <algorithm>

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
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
        across(std::max(1, blocks(nx, width))),
        down(std::max(1, blocks(ny, height))),
        teams(static_cast<std::size_t>(blocks(nx, width)) *
              static_cast<std::size_t>(blocks(ny, height)) *
              static_cast<std::size_t>(blocks(nz, depth))) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const int row = across.quotient(team.league_rank());  // of blocks
    const int plane = down.quotient(row);
    const int thread = thread_rank(team);
    const int x = across.remainder(team.league_rank(), row) * width + thread % width;
    const int y = down.remainder(row, plane) * height + thread / width % height;
    const int z = plane * depth + thread / (width * height);
    if (x >= nx || y >= ny || z >= nz) return;
    const std::size_t i =
        (static_cast<std::size_t>(z) * static_cast<std::size_t>(ny) + static_cast<std::size_t>(y)) *
            static_cast<std::size_t>(nx) +
        static_cast<std::size_t>(x);
    c(i) = a(i) + b(i);
  }

 private:
  static int blocks(int elements, int of) { return (elements + of - 1) / of; }
  static std::size_t elements(const VolumeAdd& v) {
    return static_cast<std::size_t>(v.nx) * static_cast<std::size_t>(v.ny) *
           static_cast<std::size_t>(v.nz);
  }
};

template <int width, int height, int depth, class Exec>
void launch(const VolumeAdd& v, const Exec& exec) {
  constexpr int block_size = width * height * depth;
  const Add<Exec, width, height, depth> functor(v);
  if (functor.teams > 0)
    Kokkos::parallel_for("block_shape",
                         team_policy<TeamPolicy<Exec, block_size>>(exec, functor.teams, block_size),
                         functor);
}

// [/]

}  // namespace

template <class Exec>
void add_engineered_block_shape([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("block_shape/line_256_matched", launch<256, 1, 1, Exec>);
    kokkos.add("block_shape/rectangle_32x8_matched", launch<32, 8, 1, Exec>);
    kokkos.add("block_shape/square_16x16_matched", launch<16, 16, 1, Exec>);
    kokkos.add("block_shape/cube_8x8x8_matched", launch<8, 8, 8, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_block_shape);

}  // namespace tilebridge::kokkos
