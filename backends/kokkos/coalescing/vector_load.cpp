// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 floats per index of a RangePolicy: Views of an aligned struct.
#include "catalogue/coalescing/vector_load.hpp"

#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
struct alignas(8) Float2 {
  float x, y;
};
struct alignas(16) Float4 {
  float x, y, z, w;
};

KOKKOS_INLINE_FUNCTION float twice(float v) { return 2 * v; }
KOKKOS_INLINE_FUNCTION Float2 twice(Float2 v) { return {2 * v.x, 2 * v.y}; }
KOKKOS_INLINE_FUNCTION Float4 twice(Float4 v) { return {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w}; }

/// Thread i takes vectors i, i + threads, …, and the i-th of the floats that do not fill a vector.
template <class Floats, class Exec>
void scale(const VectorScale& s, const Exec& exec) {
  constexpr std::size_t width = sizeof(Floats) / sizeof(float);
  const std::int64_t vectors = s.n / width, rest = s.n % width;
  const std::int64_t threads = std::max<std::int64_t>(ceil_div(vectors, s.items), rest);
  const int items = s.items;

  const Vector<const Floats, Exec> in(reinterpret_cast<const Floats*>(s.in), vectors);
  const Vector<Floats, Exec> out(reinterpret_cast<Floats*>(s.out), vectors);
  const Vector<const float, Exec> in_rest(s.in + vectors * width, rest);
  const Vector<float, Exec> out_rest(s.out + vectors * width, rest);
  Kokkos::parallel_for(
      "vector_load", RangePolicy<Exec>(exec, 0, threads), KOKKOS_LAMBDA(std::int64_t i) {
        for (int k = 0; k < items; ++k) {
          const std::int64_t v = i + k * threads;
          if (v < vectors) out(v) = twice(in(v));
        }
        if (i < rest) out_rest(i) = 2 * in_rest(i);
      });
}

// [/]

}  // namespace

template <class Exec>
void add_vector_load(KokkosKernels<Exec>& kokkos) {
  kokkos.add("vector_load/float1", scale<float, Exec>);
  kokkos.add("vector_load/float2", scale<Float2, Exec>);
  kokkos.add("vector_load/float4", scale<Float4, Exec>);
}

TILEBRIDGE_INSTANTIATE(add_vector_load);

}  // namespace tilebridge::kokkos
