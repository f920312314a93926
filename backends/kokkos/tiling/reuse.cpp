// SPDX-License-Identifier: Apache-2.0
// One weighted sum per thread over its block's elements; variants differ in where these are read.
#include "catalogue/tiling/reuse.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
constexpr int block_size = Reuse::block_size;

// [direct]
template <class Exec>
void direct(const Reuse& r, const Exec& exec) {
  const Vector<const float, Exec> in(r.in, r.n), weight(r.weight, r.uses);
  const Vector<float, Exec> out(r.out, r.n);
  const auto n = static_cast<std::int64_t>(r.n);
  Kokkos::parallel_for(
      "reuse/direct", RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(std::int64_t i) {
        const std::int64_t first = i / block_size * block_size;
        float sum = 0;
        for (int k = 0; k < r.uses; ++k) {
          const std::int64_t used = first + (i + k) % block_size;
          sum += (used < n ? in(used) : 0) * weight(k);
        }
        out(i) = sum;
      });
}

// [staged]
template <class Exec>
void staged(const Reuse& r, const Exec& exec) {
  using Cache = Scratch<float[block_size], Exec>;  // __shared__ float cache[block_size]
  const Vector<const float, Exec> in(r.in, r.n), weight(r.weight, r.uses);
  const Vector<float, Exec> out(r.out, r.n);

  Kokkos::TeamPolicy<Exec> policy(exec, ceil_div(r.n, block_size), team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Cache::shmem_size()));
  Kokkos::parallel_for(
      "reuse/staged", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Cache cache(team.team_scratch(0));
        const std::size_t first = std::size_t{block_size} * team.league_rank();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size),
                             [&](int t) { cache(t) = first + t < r.n ? in(first + t) : 0; });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int t) {
          if (first + t >= r.n) return;
          float sum = 0;
          for (int k = 0; k < r.uses; ++k) sum += cache((t + k) % block_size) * weight(k);
          out(first + t) = sum;
        });
      });
}

// [/]

}  // namespace

template <class Exec>
void add_reuse(KokkosKernels<Exec>& kokkos) {
  kokkos.add("reuse/direct", direct<Exec>);
  kokkos.add("reuse/staged", staged<Exec>);
}

TILEBRIDGE_INSTANTIATE(add_reuse);

}  // namespace tilebridge::kokkos
