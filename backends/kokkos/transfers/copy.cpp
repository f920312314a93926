// SPDX-License-Identifier: Apache-2.0
// All variants call deep_copy; they differ in the memory at both ends. `Exec` is the device's.
#include "catalogue/transfers/copy.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::copy_experiment {
namespace {

template <class From, class To, class Exec>
void copy(const Transfer& t, const Exec& exec) {
  Kokkos::deep_copy(exec, Vector<float, To>(t.out, t.n), Vector<const float, From>(t.in, t.n));
}

/// Waits for everything, on every instance, before and after.
template <class From, class To, class Exec>
void fenced_copy(const Transfer& t, const Exec&) {
  Kokkos::deep_copy(Vector<float, To>(t.out, t.n), Vector<const float, From>(t.in, t.n));
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no link to copy over
    kokkos.add("copy/h2d_pageable", copy<Kokkos::HostSpace, Exec, Exec>);
    kokkos.add("copy/h2d_pinned", copy<PinnedSpace, Exec, Exec>);
    kokkos.add("copy/d2h_pageable", copy<Exec, Kokkos::HostSpace, Exec>);
    kokkos.add("copy/d2h_pinned", copy<Exec, PinnedSpace, Exec>);
    kokkos.add("copy/d2d", copy<Exec, Exec, Exec>);
    kokkos.add("copy/h2d_default", copy<PinnedSpace, Exec, Exec>);
    kokkos.add("copy/h2d_fenced", fenced_copy<PinnedSpace, Exec, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::copy_experiment
