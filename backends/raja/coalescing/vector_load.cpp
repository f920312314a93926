// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 elements per index of a forall: Views of an aligned struct.
#include "catalogue/coalescing/vector_load.hpp"

#include <algorithm>

#include "backends/raja/execution.hpp"
#include "backends/raja/raja.hpp"

namespace tilebridge::raja::vector_load_experiment {
namespace {

template <int width>
struct alignas(width * sizeof(float)) Floats {
  float values[width];
};

template <int width>
RAJA_HOST_DEVICE Floats<width> twice(Floats<width> v) {
  for (int j = 0; j < width; ++j) v.values[j] *= 2;
  return v;
}

/// Thread i takes vectors i, i + threads, …, and the i-th of the elements that do not fill a
/// vector.
template <int width, int items, class Resource>
void scale_by(const VectorScale<float>& s, Resource resource) {
  const RAJA::Index_type vectors = s.n / width, rest = s.n % width;
  const RAJA::Index_type threads = std::max((vectors + items - 1) / items, rest);
  const Vector<const Floats<width>> in(reinterpret_cast<const Floats<width>*>(s.in), vectors);
  const Vector<Floats<width>> out(reinterpret_cast<Floats<width>*>(s.out), vectors);
  const Vector<const float> in_rest(s.in + vectors * width, rest);
  const Vector<float> out_rest(s.out + vectors * width, rest);
  RAJA::forall<Forall<Resource>>(resource, RAJA::RangeSegment(0, threads),
                                 [=] RAJA_HOST_DEVICE(RAJA::Index_type i) {
                                   Floats<width> held[items] = {};
                                   for (int k = 0; k < items; ++k)
                                     if (i + k * threads < vectors) held[k] = in(i + k * threads);
                                   for (int k = 0; k < items; ++k)
                                     if (i + k * threads < vectors)
                                       out(i + k * threads) = twice(held[k]);
                                   if (i < rest) out_rest(i) = 2 * in_rest(i);
                                 });
}

template <int width, class Resource>
void scale(const VectorScale<float>& s, Resource resource) {
  with_items(s.items, [&]<int items>() { scale_by<width, items>(s, resource); });
}

}  // namespace

template <class Resource>
void register_kernels(RajaKernels<Resource>& raja) {
  raja.add("vector_load/float1", scale<1, Resource>);
  raja.add("vector_load/float2", scale<2, Resource>);
  raja.add("vector_load/float4", scale<4, Resource>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::raja::vector_load_experiment
