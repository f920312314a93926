// SPDX-License-Identifier: Apache-2.0
// One element per index of a RangePolicy, neighbouring indices `stride` elements apart.
#include "catalogue/coalescing/stride.hpp"

#include <limits>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [add, copy]
/// Number of elements from the first of `count` to the last.
std::size_t reach(std::size_t count, std::size_t stride) {
  return count > 0 ? (count - 1) * stride + 1 : 0;
}

// [add]
template <class T, class Exec>
void add(const StridedAdd<T>& s, const Exec& exec) {
  const std::int64_t stride = s.stride;
  const Vector<const T, Exec> a(s.a, reach(s.count, s.stride)), b(s.b, reach(s.count, s.stride));
  const Vector<T, Exec> c(s.c, reach(s.count, s.stride));
  Kokkos::parallel_for(
      "stride/add", RangePolicy<Exec>(exec, 0, s.count),
      KOKKOS_LAMBDA(std::int64_t i) { c(i * stride) = a(i * stride) + b(i * stride); });
}

// [copy]
template <class T, class Exec>
void copy(const StridedCopy<T>& s, const Exec& exec) {
  const std::int64_t stride = s.stride;
  const Vector<const T, Exec> in(s.in, reach(s.count, s.stride));
  const Vector<T, Exec> out(s.out, s.count);
  Kokkos::parallel_for(
      "stride/copy", RangePolicy<Exec>(exec, 0, s.count),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = in(i * stride); });
}

// [wrapped]
template <class Index, class T, class Exec>
void wrapped_by(const WrappedCopy<T>& w, const Exec& exec) {
  const auto n = static_cast<Index>(w.n), stride = static_cast<Index>(w.stride);
  const Vector<const T, Exec> in(w.in, w.n);
  const Vector<T, Exec> out(w.out, w.n);
  Kokkos::parallel_for(
      "stride/wrapped", Kokkos::RangePolicy<Exec, Kokkos::IndexType<Index>>(exec, 0, n),
      KOKKOS_LAMBDA(Index i) { out(i) = 2 * in(i * stride % n); });
}

/// Uses a 32-bit index where i · stride fits: a 64-bit remainder costs more than the memory access.
template <class T, class Exec>
void wrapped(const WrappedCopy<T>& w, const Exec& exec) {
  if (w.n * w.stride <= std::numeric_limits<std::uint32_t>::max())
    wrapped_by<std::uint32_t>(w, exec);
  else
    wrapped_by<std::uint64_t>(w, exec);
}

// [read]
/// At stride 1.
template <class T, class Exec>
void read(const WrappedCopy<T>& w, const Exec& exec) {
  const Vector<const T, Exec> in(w.in, w.n);
  const Vector<T, Exec> out(w.out, w.n);
  Kokkos::parallel_for(
      "stride/read", RangePolicy<Exec>(exec, 0, w.n),
      KOKKOS_LAMBDA(std::int64_t i) { out(i) = 2 * in(i); });
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("stride/add", add<T, Exec>);
  kokkos.add("stride/copy", copy<T, Exec>);
  kokkos.add("stride/wrapped", wrapped<T, Exec>);
  kokkos.add("stride/read", read<T, Exec>);
}

}  // namespace

template <class Exec>
void add_stride(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_stride);

}  // namespace tilebridge::kokkos
