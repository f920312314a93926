// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy, read from where an index array points.
#include "catalogue/coalescing/gather.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [plain]
template <class T, class Exec>
void plain(const Gather<T>& g, const Exec& exec) {
  const Vector<const T, Exec> in(g.in, g.n);
  const Vector<const std::uint32_t, Exec> index(g.index, g.n);
  const Vector<T, Exec> out(g.out, g.n);
  Kokkos::parallel_for(
      "gather/plain", RangePolicy<Exec>(exec, 0, g.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(index(i)); });
}

// [read_only]
template <class T, class Exec>
void read_only(const Gather<T>& g, const Exec& exec) {
  const ReadOnly<const T*, Exec> in(g.in, g.n);  // __ldg
  const Vector<const std::uint32_t, Exec> index(g.index, g.n);
  const Vector<T, Exec> out(g.out, g.n);
  Kokkos::parallel_for(
      "gather/read_only", RangePolicy<Exec>(exec, 0, g.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(index(i)); });
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("gather/plain", plain<T, Exec>);
  if constexpr (!is_host<Exec>)  // a host has only one path to memory
    kokkos.add("gather/read_only", read_only<T, Exec>);
}

}  // namespace

template <class Exec>
void add_gather(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_gather);

}  // namespace tilebridge::kokkos
