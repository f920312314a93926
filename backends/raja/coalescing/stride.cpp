// SPDX-License-Identifier: Apache-2.0
// One element per index of a forall, neighbouring indices `stride` elements apart.
#include "catalogue/coalescing/stride.hpp"

#include <cstdint>
#include <limits>

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::stride_experiment {
namespace {

template <class T, class Resource>
void add(const StridedAdd<T>& s, Resource resource) {
  const RAJA::Index_type stride = s.stride;
  const Vector<const T> a(s.a, reach(s.count, s.stride)), b(s.b, reach(s.count, s.stride));
  const Vector<T> c(s.c, reach(s.count, s.stride));
  RAJA::forall<Forall<Resource>>(
      resource, RAJA::RangeSegment(0, s.count),
      [=] RAJA_HOST_DEVICE(RAJA::Index_type i) { c(i * stride) = a(i * stride) + b(i * stride); });
}

template <class T, class Resource>
void copy(const StridedCopy<T>& s, Resource resource) {
  const RAJA::Index_type stride = s.stride;
  const Vector<const T> in(s.in, reach(s.count, s.stride));
  const Vector<T> out(s.out, s.count);
  RAJA::forall<Forall<Resource>>(
      resource, RAJA::RangeSegment(0, s.count),
      [=] RAJA_HOST_DEVICE(RAJA::Index_type i) { out(i) = in(i * stride); });
}

template <class Index, class T, class Resource>
void wrapped_by(const WrappedCopy<T>& w, Resource resource) {
  const auto n = static_cast<Index>(w.n), stride = static_cast<Index>(w.stride);
  const Vector<const T> in(w.in, w.n);
  const Vector<T> out(w.out, w.n);
  RAJA::forall<Forall<Resource>>(
      resource, RAJA::TypedRangeSegment<Index>(0, n),
      [=] RAJA_HOST_DEVICE(Index i) { out(i) = 2 * in(i * stride % n); });
}

/// Uses a 32-bit index where i · stride fits into 31 bits: RAJA counts the indices of a range in a
/// signed number.
template <class T, class Resource>
void wrapped(const WrappedCopy<T>& w, Resource resource) {
  if (w.n * w.stride <= std::numeric_limits<std::int32_t>::max())
    wrapped_by<std::uint32_t>(w, resource);
  else
    wrapped_by<std::uint64_t>(w, resource);
}

template <class T, class Resource>
void read(const WrappedCopy<T>& w, Resource resource) {
  const Vector<const T> in(w.in, w.n);
  const Vector<T> out(w.out, w.n);
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, w.n),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) { out(i) = 2 * in(i); });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  kernels::for_types<float, double>([&]<class T>() {
    raja.add("stride/add", add<T, Resource>);
    raja.add("stride/copy", copy<T, Resource>);
    raja.add("stride/wrapped", wrapped<T, Resource>);
    raja.add("stride/read", read<T, Resource>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::stride_experiment
