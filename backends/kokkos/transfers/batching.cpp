// SPDX-License-Identifier: Apache-2.0
// One deep_copy of subviews per piece; `one` has a single piece.
#include "catalogue/transfers/batching.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::batching_experiment {
namespace {

template <class Exec>
void copy_pieces(const PiecewiseCopy& c, const Exec& exec) {
  const Vector<const float, PinnedSpace> in(c.in, c.n);
  const Vector<float, Exec> out(c.out, c.n);
  for (std::size_t piece = 0; piece < c.pieces; ++piece) {
    const auto range = Kokkos::make_pair(c.first_of(piece), c.first_of(piece + 1));
    Kokkos::deep_copy(exec, Kokkos::subview(out, range), Kokkos::subview(in, range));
  }
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no link to copy over
    kokkos.add("batching/many", copy_pieces<Exec>);
    kokkos.add("batching/one", copy_pieces<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::batching_experiment
