// SPDX-License-Identifier: Apache-2.0
// One element per thread; the variants differ in how the data get to the device and back.
#include "catalogue/transfers/unified.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "catalogue/pages.hpp"

namespace tilebridge::kokkos::unified_experiment {
namespace {

/// `in` and `out` may be the same memory.
template <class In, class Out, class Exec>
void square(const In& in, const Out& out, const Exec& exec) {
  const auto n = static_cast<std::int64_t>(out.extent(0));
  Kokkos::parallel_for(
      "unified/square", RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i)*in(i); });
}

template <class Exec>
auto copied(const Square& s, const Exec& exec) {
  const OwnedVector<float, Exec> staged(
      Kokkos::view_alloc("unified/staged", Kokkos::WithoutInitializing), s.n);
  return [=] {
    Kokkos::deep_copy(exec, staged, Vector<const float, PinnedSpace>(s.in, s.n));
    square(staged, staged, exec);
    Kokkos::deep_copy(exec, Vector<float, PinnedSpace>(s.out, s.n), staged);
  };
}

/// The host's turns are timed too, so each begins when the device is idle.
template <class Exec>
void managed(const Square& s, const Exec& exec) {
  if (s.n == 0) return;
  exec.fence("unified/managed: before the host's turn");
  touch_pages(s.in, s.n * sizeof(float));
  square(Vector<const float, ManagedSpace>(s.in, s.n), Vector<float, ManagedSpace>(s.out, s.n),
         exec);
  exec.fence("unified/managed: squared");
  touch_pages(s.out, s.n * sizeof(float));
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no link for pages to cross
    kokkos.add_prepared("unified/explicit", copied<Exec>);
    kokkos.add("unified/managed", managed<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::unified_experiment
