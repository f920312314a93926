// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy, read starting at an offset.
#include "catalogue/coalescing/offset.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
template <class Exec>
void copy(const OffsetCopy& c, const Exec& exec) {
  const std::int64_t offset = c.offset;
  const Vector<const float, Exec> base(c.base, c.offset + c.n);
  const Vector<float, Exec> out(c.out, c.n);
  Kokkos::parallel_for(
      "offset/copy", RangePolicy<Exec>(exec, 0, c.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = base(offset + i); });
}

// [/]

}  // namespace

template <class Exec>
void add_offset(KokkosKernels<Exec>& kokkos) {
  kokkos.add("offset/copy", copy<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_offset);

}  // namespace tilebridge::kokkos
