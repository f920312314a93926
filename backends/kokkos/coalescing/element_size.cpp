// SPDX-License-Identifier: Apache-2.0
// One element of 1 to 16 bytes per index of a RangePolicy: Views of the scalar or of an aligned
// struct.
#include "catalogue/coalescing/element_size.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
template <class T, class Exec>
void copy_of(const SizedCopy& c, const Exec& exec) {
  const Vector<const T, Exec> in(static_cast<const T*>(c.in), c.count);
  const Vector<T, Exec> out(static_cast<T*>(c.out), c.count);
  Kokkos::parallel_for(
      "element_size", RangePolicy<Exec>(exec, 0, c.count),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i); });
}

template <class Exec>
void copy(const SizedCopy& c, const Exec& exec) {
  with_element(c.bytes, [&](auto element) { copy_of<decltype(element)>(c, exec); });
}

// [/]

}  // namespace

template <class Exec>
void add_element_size(KokkosKernels<Exec>& kokkos) {
  kokkos.add("element_size/same_count", copy<Exec>);
  kokkos.add("element_size/same_bytes", copy<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_element_size);

}  // namespace tilebridge::kokkos
