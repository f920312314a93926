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

struct SumShuffle {
  Vector<const Word, GpuExecution> in;
  Vector<Word, GpuExecution> out;
  int repeats;

  explicit SumShuffle(const WarpExchange& w)
      : in(w.in, static_cast<std::size_t>(w.blocks) * block_size),
        out(w.out, static_cast<std::size_t>(w.blocks) * block_size),
        repeats(w.repeats) {}

  KOKKOS_FUNCTION static Word warp_sum(Word value) {
#ifdef KOKKOS_ENABLE_HIP
    KOKKOS_IF_ON_DEVICE((for (int distance = warp_size / 2; distance > 0; distance /= 2) value +=
                         __shfl_down(value, distance, warp_size);
                         return __shfl(value, 0, warp_size);))
#else
    KOKKOS_IF_ON_DEVICE((constexpr unsigned all_lanes = 0xffffffff;
                         for (int distance = warp_size / 2; distance > 0; distance /= 2) value +=
                         __shfl_down_sync(all_lanes, value, distance);
                         return __shfl_sync(all_lanes, value, 0);))
#endif
    KOKKOS_IF_ON_HOST((return value;))  // never called on the host
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<GpuExecution>& team) const {
    const std::size_t i = static_cast<std::size_t>(team.league_rank()) * block_size +
                          static_cast<std::size_t>(thread_rank(team));
    const Word own = in(i);
    Word value = own;
    for (int r = 0; r < repeats; ++r) value = own ^ warp_sum(value);
    out(i) = value;
  }
};

void sum_shuffle(const WarpExchange& w, const GpuExecution& exec) {
  using Policy = TeamPolicy<GpuExecution, block_size>;
  const auto teams = static_cast<std::size_t>(w.blocks);
  if (w.blocks > 0)
    Kokkos::parallel_for("shuffle/sum_shuffle_matched",
                         team_policy<Policy>(exec, teams, block_size), SumShuffle(w));
}

// [/]

void add_sums(KokkosKernels<GpuExecution>& kokkos) {
  kokkos.add("shuffle/sum_shuffle_matched", sum_shuffle);
}
#endif

}  // namespace

template <class Exec>
void add_engineered_shuffle(KokkosKernels<Exec>& kokkos) {
  add_sums(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_engineered_shuffle);

}  // namespace tilebridge::kokkos
