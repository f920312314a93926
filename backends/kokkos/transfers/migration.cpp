// SPDX-License-Identifier: Apache-2.0
// One element per thread, through an index; the variants differ in where the numbers are before a
// launch.
#include "catalogue/transfers/migration.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "catalogue/pages.hpp"

namespace tilebridge::kokkos::migration_experiment {
namespace {

/// The numbers are in `Space`.
template <class Space, class Exec>
void squares(const Migration& m, const Exec& exec) {
  const Vector<const float, Space> in(m.in, m.n);
  const Vector<const std::uint32_t, Exec> index(m.index, m.n);
  const Vector<float, Exec> out(m.out, m.n);
  Kokkos::parallel_for(
      "migration/squares", RangePolicy<Exec>(exec, 0, m.n), KOKKOS_LAMBDA(std::int64_t i) {
        const float number = in(index(i));
        out(i) = number * number;
      });
}

/// The host's turn is timed too, so it begins when the device is idle.
template <class Exec>
void first_touch(const Migration& m, const Exec& exec) {
  exec.fence("migration/first_touch: before the host's turn");
  touch_pages(m.in, m.n * sizeof(float));
  squares<ManagedSpace>(m, exec);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a host has no pages that move
    kokkos.add("migration/on_device", squares<Exec, Exec>);
    kokkos.add("migration/second_touch", squares<ManagedSpace, Exec>);
    kokkos.add("migration/first_touch", first_touch<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::migration_experiment
