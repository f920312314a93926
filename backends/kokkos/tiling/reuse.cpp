// SPDX-License-Identifier: Apache-2.0
// One weighted sum per thread over its block's elements; variants differ in where these are read.
#include "catalogue/tiling/reuse.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::reuse_experiment {
namespace {

constexpr int block_size = Reuse::block_size;

template <class Exec>
void direct(const Reuse& r, const Exec& exec) {
  const Vector<const float, Exec> in(r.in, r.n), weight(r.weight, r.uses);
  const Vector<float, Exec> out(r.out, r.n);
  const auto n = static_cast<std::int64_t>(r.n);
  Kokkos::parallel_for(
      "reuse/direct", RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(std::int64_t i) {
        const int t = i % block_size;
        const std::int64_t first = i - t;
        float sum = 0;
        for (int k = 0; k < r.uses; ++k) {
          const std::int64_t used = first + (t + k) % block_size;
          sum += (used < n ? in(used) : 0) * weight(k);
        }
        out(i) = sum;
      });
}

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

template <class Exec>
void staged_by_index(const Reuse& r, const Exec& exec) {
  using Cache = Scratch<float[block_size], Exec>;  // __shared__ float cache[block_size]
  const Vector<const float, Exec> in(r.in, r.n), weight(r.weight, r.uses);
  const Vector<float, Exec> out(r.out, r.n);

  Kokkos::TeamPolicy<Exec> policy(exec, static_cast<int>(ceil_div(r.n, block_size)), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Cache::shmem_size()));
  Kokkos::parallel_for(
      "reuse/staged_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Cache cache(team.team_scratch(0));
        const int t = team.team_rank();
        const std::size_t i = std::size_t{block_size} * team.league_rank() + t;
        cache(t) = i < r.n ? in(i) : 0;
        team.team_barrier();  // __syncthreads()
        float sum = 0;
        for (int k = 0; k < r.uses; ++k) sum += cache((t + k) % block_size) * weight(k);
        if (i < r.n) out(i) = sum;
      });
}

using namespace techniques;

template <class Exec>
struct Arrays {
  Vector<const float, Exec> in, weight;
  Vector<float, Exec> out;
  int uses;

  explicit Arrays(const Reuse& r)
      : in(r.in, r.n),
        weight(r.weight, static_cast<std::size_t>(r.uses)),
        out(r.out, r.n),
        uses(r.uses) {}

  /// The team's element at `place`; 0 beyond the end.
  KOKKOS_FUNCTION float element(const TeamMember<Exec>& team, int place) const {
    const std::size_t i = index(team, place);
    return i < in.extent(0) ? in(i) : 0;
  }

  KOKKOS_FUNCTION void store(const TeamMember<Exec>& team, int thread, float sum) const {
    const std::size_t i = index(team, thread);
    if (i < out.extent(0)) out(i) = sum;
  }

 private:
  KOKKOS_FUNCTION static std::size_t index(const TeamMember<Exec>& team, int place) {
    return static_cast<std::size_t>(team.league_rank()) * block_size +
           static_cast<std::size_t>(place);
  }
};

template <class Exec>
struct Direct : Arrays<Exec> {
  using Arrays<Exec>::Arrays;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      float sum = 0;
      for (int k = 0; k < this->uses; ++k)
        sum += this->element(team, (thread + k) % block_size) * this->weight(k);
      this->store(team, thread, sum);
    });
  }

  static std::size_t scratch_bytes() { return 0; }
};

template <class Exec>
struct Staged : Arrays<Exec> {
  using Arrays<Exec>::Arrays;
  using Cache = Scratch<float[block_size], Exec>;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto cache = scratch<Cache>(team);
    for_each_thread<Exec, block_size>(
        team, [&](int thread) { cache(thread) = this->element(team, thread); });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      float sum = 0;
      for (int k = 0; k < this->uses; ++k)
        sum += cache((thread + k) % block_size) * this->weight(k);
      this->store(team, thread, sum);
    });
  }

  static std::size_t scratch_bytes() { return Cache::shmem_size(); }
};

template <class Functor, class Exec>
void launch_in_teams(const Reuse& r, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  if (r.n == 0) return;
  auto policy = team_policy<Policy>(exec, ceil_div(r.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  Kokkos::parallel_for("reuse", policy, Functor(r));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kokkos.add("reuse/direct", direct<Exec>);
  kokkos.add("reuse/staged", staged<Exec>);
  kokkos.add("reuse/direct_rewritten", launch_in_teams<Direct<Exec>, Exec>);
  kokkos.add("reuse/staged_rewritten", launch_in_teams<Staged<Exec>, Exec>);
  if constexpr (!is_host<Exec>) by_index.add("reuse/staged", staged_by_index<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::reuse_experiment
