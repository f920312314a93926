// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 elements per index of a RangePolicy: Views of an aligned struct.
// Rewritten: `items` vectors per thread of a team.
#include "catalogue/coalescing/vector_load.hpp"

#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/half.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::kokkos::vector_load_experiment {
namespace {

template <class Number>
struct alignas(2 * sizeof(Number)) Two {
  Number x, y;
};
template <class Number>
struct alignas(4 * sizeof(Number)) Four {
  Number x, y, z, w;
};

template <class Number>
KOKKOS_INLINE_FUNCTION Number twice(Number v) {
  return v + v;
}
template <class Number>
KOKKOS_INLINE_FUNCTION Two<Number> twice(const Two<Number>& v) {
  return {twice(v.x), twice(v.y)};
}
template <class Number>
KOKKOS_INLINE_FUNCTION Four<Number> twice(const Four<Number>& v) {
  return {twice(v.x), twice(v.y), twice(v.z), twice(v.w)};
}

/// Thread i takes vectors i, i + threads, …, and the i-th of the elements that do not fill a
/// vector.
template <int items, class Vec, class T, class Exec>
void scale_by(const VectorScale<T>& s, const Exec& exec) {
  using Number = Arithmetic<T, Exec>;
  constexpr std::size_t width = sizeof(Vec) / sizeof(Number);
  const std::int64_t vectors = s.n / width, rest = s.n % width;
  const std::int64_t threads = std::max<std::int64_t>(ceil_div(vectors, items), rest);
  const auto* from = reinterpret_cast<const Number*>(s.in);
  auto* to = reinterpret_cast<Number*>(s.out);
  const Vector<const Vec, Exec> in(reinterpret_cast<const Vec*>(from), vectors);
  const Vector<Vec, Exec> out(reinterpret_cast<Vec*>(to), vectors);
  const Vector<const Number, Exec> in_rest(from + vectors * width, rest);
  const Vector<Number, Exec> out_rest(to + vectors * width, rest);
  Kokkos::parallel_for(
      "vector_load", RangePolicy<Exec>(exec, 0, threads), KOKKOS_LAMBDA(std::int64_t i) {
        Vec held[items] = {};
        for (int k = 0; k < items; ++k)
          if (i + k * threads < vectors) held[k] = in(i + k * threads);
        for (int k = 0; k < items; ++k)
          if (i + k * threads < vectors) out(i + k * threads) = twice(held[k]);
        if (i < rest) out_rest(i) = twice(in_rest(i));
      });
}

template <class Vec, class T, class Exec>
void scale(const VectorScale<T>& s, const Exec& exec) {
  with_items(s.items, [&]<int items>() { scale_by<items, Vec>(s, exec); });
}

using namespace techniques;

template <class Number, int width>
KOKKOS_FORCEINLINE_FUNCTION Pack<Number, width> doubled(const Pack<Number, width>& pack) {
  Pack<Number, width> result;
  for (int j = 0; j < width; ++j) result.values[j] = pack.values[j] + pack.values[j];
  return result;
}

template <class Exec, int width, class T>
struct ScaleRewritten {
  using Number = Arithmetic<T, Exec>;

  Packs<const Number, width, Exec> in;
  Packs<Number, width, Exec> out;

  explicit ScaleRewritten(const VectorScale<T>& s)
      : in(reinterpret_cast<const Number*>(s.in), s.n),
        out(reinterpret_cast<Number*>(s.out), s.n) {}

  KOKKOS_FUNCTION void scale_rest(std::size_t i) const {
    if constexpr (width > 1)
      if (i < in.rest.extent(0)) out.rest(i) = in.rest(i) + in.rest(i);
  }

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    if (i < in.whole.extent(0)) {
      // A copy: through a reference it would be loaded one element at a time.
      const Pack<Number, width> pack = in.whole(i);
      out.whole(i) = doubled(pack);
    }
    scale_rest(i);
  }
};

constexpr int block_size = 256;

/// `items` vectors per thread, in blocks of the same size as in the native kernel.
template <class Exec, int width, int items, class T>
struct ItemsInTeams : ScaleRewritten<Exec, width, T> {
  using ScaleRewritten<Exec, width, T>::ScaleRewritten;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t packs = this->in.whole.extent(0);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * (block_size * items);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      Pack<Arithmetic<T, Exec>, width> held[items] = {};
      for (int k = 0; k < items; ++k) {
        const std::size_t v = first + static_cast<std::size_t>(thread + k * block_size);
        if (v < packs) held[k] = this->in.whole(v);
      }
      for (int k = 0; k < items; ++k) {
        const std::size_t v = first + static_cast<std::size_t>(thread + k * block_size);
        if (v < packs) this->out.whole(v) = doubled(held[k]);
      }
      if (team.league_rank() == 0) this->scale_rest(static_cast<std::size_t>(thread));
    });
  }
};

template <int width, class T, class Exec>
void scale_rewritten(const VectorScale<T>& s, const Exec& exec) {
  if (s.n == 0) return;
  with_items(s.items, [&]<int items>() {
    using Policy = TeamPolicy<Exec, block_size>;
    const std::size_t league = ceil_div(s.n, std::size_t{width} * block_size * items);
    Kokkos::parallel_for("vector_load", team_policy<Policy>(exec, league, block_size),
                         ItemsInTeams<Exec, width, items, T>(s));
  });
}

constexpr int small_block = 128;

template <class T, class Exec>
void float4_small_blocks(const VectorScale<T>& s, const Exec& exec) {
  const ScaleRewritten<Exec, pack_width<T>, T> scale(s);
  for_each_element<small_block>("vector_load/float4_small_blocks", exec, scale.in.threads(), scale);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, Half, BFloat16>([&]<class T>() {
    using Number = Arithmetic<T, Exec>;
    kokkos.add("vector_load/float1", scale<Number, T, Exec>);
    kokkos.add("vector_load/float2", scale<Two<Number>, T, Exec>);
    kokkos.add("vector_load/float4", scale<Four<Number>, T, Exec>);
    kokkos.add("vector_load/float1_rewritten", scale_rewritten<1, T, Exec>);
    kokkos.add("vector_load/float2_rewritten", scale_rewritten<2, T, Exec>);
    if constexpr (!is_host<Exec>)
      kokkos.add("vector_load/float4_small_blocks", float4_small_blocks<T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::vector_load_experiment
