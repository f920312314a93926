// SPDX-License-Identifier: Apache-2.0
// One element per thread, through Views of host memory or of a copy of it.
#include "catalogue/transfers/zero_copy.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::zero_copy_experiment {
namespace {

template <class In, class Out, class Exec>
void scale(const In& in, const Out& out, const Exec& exec) {
  const auto n = static_cast<std::int64_t>(out.extent(0));
  Kokkos::parallel_for(
      "zero_copy/scale", RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = 2 * in(i); });
}

template <class Exec>
void mapped(const HostScale& s, const Exec& exec) {
  scale(Vector<const float, PinnedSpace>(s.in, s.n), Vector<float, Exec>(s.out, s.n), exec);
}

template <class Exec>
auto staged(const HostScale& s, const Exec& exec) {
  const OwnedVector<float, Exec> copy(
      Kokkos::view_alloc("zero_copy/copy", Kokkos::WithoutInitializing), s.n);
  return [=] {
    Kokkos::deep_copy(exec, copy, Vector<const float, PinnedSpace>(s.in, s.n));
    scale(copy, Vector<float, Exec>(s.out, s.n), exec);
  };
}

template <class Exec>
void mapped_write(const HostScale& s, const Exec& exec) {
  scale(Vector<const float, Exec>(s.in, s.n), Vector<float, PinnedSpace>(s.out, s.n), exec);
}

template <class Exec>
auto staged_write(const HostScale& s, const Exec& exec) {
  const OwnedVector<float, Exec> result(
      Kokkos::view_alloc("zero_copy/result", Kokkos::WithoutInitializing), s.n);
  return [=] {
    scale(Vector<const float, Exec>(s.in, s.n), result, exec);
    Kokkos::deep_copy(exec, Vector<float, PinnedSpace>(s.out, s.n), result);
  };
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no link to read over
    kokkos.add("zero_copy/mapped", mapped<Exec>);
    kokkos.add_prepared("zero_copy/staged", staged<Exec>);
    kokkos.add("zero_copy/mapped_write", mapped_write<Exec>);
    kokkos.add_prepared("zero_copy/staged_write", staged_write<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::zero_copy_experiment
