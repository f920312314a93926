// `items` vectors of 1, 2 or 4 floats a thread: Views of an aligned struct.
#include "catalogue/vector_load.hpp"

#include <algorithm>

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/pack.hpp"
#include "backends/kokkos/team.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

template <int width>
KOKKOS_FORCEINLINE_FUNCTION Pack<width> twice(const Pack<width>& pack) {
  Pack<width> result;
  for (int j = 0; j < width; ++j) result.values[j] = 2 * pack.values[j];
  return result;
}

template <class Exec, int width>
struct Scale {
  Vector<const Pack<width>, Exec> in;
  Vector<Pack<width>, Exec> out;
  Vector<const float, Exec> rest_in;  // too few for a vector
  Vector<float, Exec> rest_out;

  explicit Scale(const VectorScale& s)
      : in(reinterpret_cast<const Pack<width>*>(s.in), s.n / width),
        out(reinterpret_cast<Pack<width>*>(s.out), s.n / width),
        rest_in(s.in + s.n / width * width, s.n % width),
        rest_out(s.out + s.n / width * width, s.n % width) {}

  KOKKOS_FUNCTION void scale_rest(std::size_t i) const {
    if constexpr (width > 1)
      if (i < rest_in.extent(0)) rest_out(i) = 2 * rest_in(i);
  }

  KOKKOS_FUNCTION void operator()(std::size_t i) const {
    if (i < in.extent(0)) {
      const Pack<width> pack = in(i);  // a copy: through a reference it is one float at a time
      out(i) = twice(pack);
    }
    scale_rest(i);
  }
};

/// `items` vectors a thread, in blocks of the native size.
template <class Exec, int width, int items>
struct InTeams : Scale<Exec, width> {
  using Scale<Exec, width>::Scale;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t vectors = this->in.extent(0);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * (block_size * items);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      Pack<width> held[items] = {};
      for (int k = 0; k < items; ++k) {
        const std::size_t v = first + static_cast<std::size_t>(thread + k * block_size);
        if (v < vectors) held[k] = this->in(v);
      }
      for (int k = 0; k < items; ++k) {
        const std::size_t v = first + static_cast<std::size_t>(thread + k * block_size);
        if (v < vectors) this->out(v) = twice(held[k]);
      }
      if (team.league_rank() == 0) this->scale_rest(static_cast<std::size_t>(thread));
    });
  }
};

template <int width, class Exec>
void in_teams(const VectorScale& s, const Exec& exec) {
  if (s.n == 0) return;
  with_items(s.items, [&](auto count) {
    constexpr int items = decltype(count)::value;
    using Policy = TeamPolicy<Exec, block_size>;
    const std::size_t league = ceil_div(s.n, std::size_t{width} * block_size * items);
    Kokkos::parallel_for("vector_load", team_policy<Policy>(exec, league, block_size),
                         InTeams<Exec, width, items>(s));
  });
}

template <int width, class Exec>
void in_range(const VectorScale& s, const Exec& exec) {
  const std::size_t count = std::max(s.n / width, s.n % width);
  Kokkos::parallel_for("vector_load/range", Kokkos::RangePolicy<Exec>(exec, 0, count),
                       Scale<Exec, width>(s));
}

}  // namespace

template <class Exec>
void add_vector_load(Registrar<Exec>& kokkos) {
  kokkos.add("vector_load/float1", in_teams<1, Exec>);
  kokkos.add("vector_load/float2", in_teams<2, Exec>);
  kokkos.add("vector_load/float4", in_teams<4, Exec>);
  kokkos.add("vector_load/float1_range", in_range<1, Exec>);
  kokkos.add("vector_load/float2_range", in_range<2, Exec>);
  kokkos.add("vector_load/float4_range", in_range<4, Exec>);
}

template void add_vector_load(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_vector_load(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
