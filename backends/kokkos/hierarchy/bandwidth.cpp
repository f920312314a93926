// SPDX-License-Identifier: Apache-2.0
// What Kokkos does on its own.
#include "catalogue/hierarchy/bandwidth.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [read_range]
template <class Exec>
void read_range(const ReadBandwidth& r, const Exec& exec) {
  const Vector<const float, Exec> in(r.in, r.n);
  // The result goes into a View: a scalar result would wait for the device.
  const Unmanaged<float, Kokkos::LayoutRight, Exec> result(r.result);
  Kokkos::parallel_reduce(
      "bandwidth/read_range", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(r.n)),
      KOKKOS_LAMBDA(std::int64_t i, float& sum) { sum += in(i); }, result);
}

// [dram_copy]
template <class Exec>
void dram_copy(const CopyBandwidth& c, const Exec& exec) {
  Kokkos::deep_copy(exec, Vector<float, Exec>(c.out, c.n), Vector<const float, Exec>(c.in, c.n));
}

// [/]

}  // namespace

template <class Exec>
void add_bandwidth(KokkosKernels<Exec>& kokkos) {
  kokkos.add("bandwidth/read_range", read_range<Exec>);
  kokkos.add("bandwidth/dram_copy", dram_copy<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_bandwidth);

}  // namespace tilebridge::kokkos
