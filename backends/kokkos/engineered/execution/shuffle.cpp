// SPDX-License-Identifier: Apache-2.0
// CUDA (or HIP) code inside a team's kernel: a team of 256 is a block of 256, so 32 ranks are a
// warp, or half a wavefront.
#include "catalogue/execution/shuffle.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

template <class Exec>
void add_sums(KokkosKernels<Exec>&) {}

#ifdef TILEBRIDGE_KOKKOS_GPU
// [*]
using Word = std::uint32_t;
constexpr int warp_size = WarpExchange::warp_size;
constexpr int block_size = WarpExchange::block_size;

/// The sum over each group of `width` ranks, in all of them.
template <int width, class T>
KOKKOS_FUNCTION T sum_of_group(T value) {
#ifdef KOKKOS_ENABLE_HIP
  KOKKOS_IF_ON_DEVICE((for (int distance = width / 2; distance > 0; distance /= 2) value +=
                       __shfl_down(value, distance, width);
                       return __shfl(value, 0, width);))
#else
  KOKKOS_IF_ON_DEVICE((constexpr unsigned all_lanes = 0xffffffff;
                       for (int distance = width / 2; distance > 0; distance /= 2) value +=
                       __shfl_down_sync(all_lanes, value, distance, width);
                       return __shfl_sync(all_lanes, value, 0, width);))
#endif
  KOKKOS_IF_ON_HOST((return value;))  // never called on the host
}

template <class Functor, class Arguments>
void launch(const Arguments& arguments, const GpuExecution& exec) {
  using Policy = TeamPolicy<GpuExecution, block_size>;
  const auto teams = static_cast<std::size_t>(arguments.blocks);
  if (teams > 0)
    Kokkos::parallel_for("shuffle/matched", team_policy<Policy>(exec, teams, block_size),
                         Functor(arguments));
}

KOKKOS_FUNCTION std::size_t element_of(const TeamMember<GpuExecution>& team) {
  return static_cast<std::size_t>(team.league_rank()) * block_size +
         static_cast<std::size_t>(thread_rank(team));
}

// [sum_shuffle_matched, sum_8_matched, sum_16_matched]
template <int width>
struct SumShuffle {
  Vector<const Word, GpuExecution> in;
  Vector<Word, GpuExecution> out;
  int repeats;

  explicit SumShuffle(const WarpExchange& w)
      : in(w.in, static_cast<std::size_t>(w.blocks) * block_size),
        out(w.out, static_cast<std::size_t>(w.blocks) * block_size),
        repeats(w.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<GpuExecution>& team) const {
    const std::size_t i = element_of(team);
    const Word own = in(i);
    Word value = own;
    for (int r = 0; r < repeats; ++r) value = own ^ sum_of_group<width>(value);
    out(i) = value;
  }
};

template <int width>
void sum_shuffle(const WarpExchange& w, const GpuExecution& exec) {
  launch<SumShuffle<width>>(w, exec);
}

// [sum_float_matched, sum_float4_matched, sum_array_matched]
template <int count>
struct SumFloats {
  using Floats = Pack<float, count>;
  Vector<const Floats, GpuExecution> in;
  Vector<Floats, GpuExecution> out;
  int repeats;

  explicit SumFloats(const FloatExchange<count>& e)
      : in(reinterpret_cast<const Floats*>(e.in), static_cast<std::size_t>(e.blocks) * block_size),
        out(reinterpret_cast<Floats*>(e.out), static_cast<std::size_t>(e.blocks) * block_size),
        repeats(e.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<GpuExecution>& team) const {
    const std::size_t i = element_of(team);
    const Floats own = in(i);
    Floats v = own;
    for (int r = 0; r < repeats; ++r)
      unrolled<count>([&](int k) {
        const float sum = sum_of_group<warp_size>(v.values[k]);
        v.values[k] = own.values[k] + FloatExchange<count>::share * sum;
      });
    out(i) = v;
  }
};

template <int count>
void sum_floats(const FloatExchange<count>& e, const GpuExecution& exec) {
  launch<SumFloats<count>>(e, exec);
}

// [/]

void add_sums(KokkosKernels<GpuExecution>& kokkos) {
  kokkos.add("shuffle/sum_shuffle_matched", sum_shuffle<warp_size>);
  kokkos.add("shuffle/sum_8_matched", sum_shuffle<8>);
  kokkos.add("shuffle/sum_16_matched", sum_shuffle<16>);
  kokkos.add("shuffle/sum_float_matched", sum_floats<1>);
  kokkos.add("shuffle/sum_float4_matched", sum_floats<4>);
  kokkos.add("shuffle/sum_array_matched", sum_floats<8>);
}
#endif

}  // namespace

template <class Exec>
void add_engineered_shuffle(KokkosKernels<Exec>& kokkos) {
  add_sums(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_engineered_shuffle);

}  // namespace tilebridge::kokkos
