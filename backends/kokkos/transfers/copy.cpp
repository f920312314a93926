// SPDX-License-Identifier: Apache-2.0
// deep_copy; the variants differ in the memory space at both ends.
#include "catalogue/transfers/copy.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
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
void add_copy([[maybe_unused]] Registrar<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no link to copy over
    using Host = Kokkos::HostSpace;
    using Device = typename Exec::memory_space;
    kokkos.add("copy/h2d_pageable", copy<Host, Device, Exec>);
    kokkos.add("copy/h2d_pinned", copy<PinnedSpace, Device, Exec>);
    kokkos.add("copy/d2h_pageable", copy<Device, Host, Exec>);
    kokkos.add("copy/d2h_pinned", copy<Device, PinnedSpace, Exec>);
    kokkos.add("copy/d2d", copy<Device, Device, Exec>);
    kokkos.add("copy/h2d_fenced", fenced_copy<PinnedSpace, Device, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_copy);

}  // namespace tilebridge::kokkos
