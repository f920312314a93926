// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 floats per index of a RangePolicy: Views of an aligned struct.
// Rewritten: as many per thread of a team.
#include "catalogue/coalescing/vector_load.hpp"

#include <algorithm>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::vector_load_experiment {
namespace {

// [float1, float2, float4]
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
template <int items, class Floats, class Exec>
void scale_by(const VectorScale& s, const Exec& exec) {
  constexpr std::size_t width = sizeof(Floats) / sizeof(float);
  const std::int64_t vectors = s.n / width, rest = s.n % width;
  const std::int64_t threads = std::max<std::int64_t>(ceil_div(vectors, items), rest);
  const Vector<const Floats, Exec> in(reinterpret_cast<const Floats*>(s.in), vectors);
  const Vector<Floats, Exec> out(reinterpret_cast<Floats*>(s.out), vectors);
  const Vector<const float, Exec> in_rest(s.in + vectors * width, rest);
  const Vector<float, Exec> out_rest(s.out + vectors * width, rest);
  Kokkos::parallel_for(
      "vector_load", RangePolicy<Exec>(exec, 0, threads), KOKKOS_LAMBDA(std::int64_t i) {
        Floats held[items] = {};
        for (int k = 0; k < items; ++k)
          if (i + k * threads < vectors) held[k] = in(i + k * threads);
        for (int k = 0; k < items; ++k)
          if (i + k * threads < vectors) out(i + k * threads) = twice(held[k]);
        if (i < rest) out_rest(i) = 2 * in_rest(i);
      });
}

template <class Floats, class Exec>
void scale(const VectorScale& s, const Exec& exec) {
  with_items(s.items, [&](auto count) { scale_by<decltype(count)::value, Floats>(s, exec); });
}

// [/]

}  // namespace

// Matched and tuned kernels. Their names hide those in ranges above.
namespace rewritten {
using namespace techniques;

namespace {

// [float1_matched, float2_matched, float4_small_blocks]
template <int width>
KOKKOS_FORCEINLINE_FUNCTION Pack<float, width> twice(const Pack<float, width>& pack) {
  Pack<float, width> result;
  for (int j = 0; j < width; ++j) result.values[j] = 2 * pack.values[j];
  return result;
}

template <class Exec, int width>
struct Scale {
  Packs<const float, width, Exec> in;
  Packs<float, width, Exec> out;

  explicit Scale(const VectorScale& s) : in(s.in, s.n), out(s.out, s.n) {}

  KOKKOS_FUNCTION void scale_rest(std::size_t i) const {
    if constexpr (width > 1)
      if (i < in.rest.extent(0)) out.rest(i) = 2 * in.rest(i);
  }

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    if (i < in.whole.extent(0)) {
      // A copy: through a reference it would be loaded one float at a time.
      const Pack<float, width> pack = in.whole(i);
      out.whole(i) = twice(pack);
    }
    scale_rest(i);
  }
};

// [float1_matched, float2_matched]
constexpr int block_size = 256;

/// `items` vectors per thread, in blocks of the same size as in the native kernel.
template <class Exec, int width, int items>
struct ItemsInTeams : Scale<Exec, width> {
  using Scale<Exec, width>::Scale;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t packs = this->in.whole.extent(0);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * (block_size * items);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      Pack<float, width> held[items] = {};
      for (int k = 0; k < items; ++k) {
        const std::size_t v = first + static_cast<std::size_t>(thread + k * block_size);
        if (v < packs) held[k] = this->in.whole(v);
      }
      for (int k = 0; k < items; ++k) {
        const std::size_t v = first + static_cast<std::size_t>(thread + k * block_size);
        if (v < packs) this->out.whole(v) = twice(held[k]);
      }
      if (team.league_rank() == 0) this->scale_rest(static_cast<std::size_t>(thread));
    });
  }
};

template <int width, class Exec>
void items_in_teams(const VectorScale& s, const Exec& exec) {
  if (s.n == 0) return;
  with_items(s.items, [&](auto count) {
    constexpr int items = decltype(count)::value;
    using Policy = TeamPolicy<Exec, block_size>;
    const std::size_t league = ceil_div(s.n, std::size_t{width} * block_size * items);
    Kokkos::parallel_for("vector_load", team_policy<Policy>(exec, league, block_size),
                         ItemsInTeams<Exec, width, items>(s));
  });
}

// [float4_small_blocks]
constexpr int small_block = 128;

// [/]

template <class Exec>
void add_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("vector_load/float1_matched", items_in_teams<1, Exec>);
  kokkos.add("vector_load/float2_matched", items_in_teams<2, Exec>);
  if constexpr (!is_host<Exec>)
    kokkos.add("vector_load/float4_small_blocks", [](const VectorScale& s, const Exec& exec) {
      const Scale<Exec, 4> scale(s);
      for_each_element<small_block>("vector_load/float4_small_blocks", exec, scale.in.threads(),
                                    scale);
    });
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("vector_load/float1", scale<float, Exec>);
  kokkos.add("vector_load/float2", scale<Float2, Exec>);
  kokkos.add("vector_load/float4", scale<Float4, Exec>);
  rewritten::add_kernels(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::vector_load_experiment
