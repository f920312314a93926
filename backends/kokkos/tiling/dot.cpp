// SPDX-License-Identifier: Apache-2.0
// One product per thread; the variants differ in how the products are summed.
#include "catalogue/tiling/dot.hpp"

#include <cstdint>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [block_tree, warp_shuffle]
constexpr int block_size = 256;

// [atomic]
template <class T, class Exec>
void atomic(const Dot<T>& d, const Exec& exec) {
  const Vector<const T, Exec> a(d.a, d.n), b(d.b, d.n);
  const Vector<T, Exec> result(d.result, 1);
  Kokkos::deep_copy(exec, result, T{0});
  Kokkos::parallel_for(
      "dot/atomic", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(d.n)),
      KOKKOS_LAMBDA(std::int64_t i) { Kokkos::atomic_add(&result(0), a(i) * b(i)); });
}

// [block_tree]
template <class T, class Exec>
void block_tree(const Dot<T>& d, const Exec& exec) {
  using Sums = Scratch<T[block_size], Exec>;  // __shared__ T sums[block_size]
  const Vector<const T, Exec> a(d.a, d.n), b(d.b, d.n);
  const Vector<T, Exec> result(d.result, 1);
  const auto n = static_cast<std::int64_t>(d.n);
  const auto teams = static_cast<int>(ceil_div(d.n, block_size));
  Kokkos::deep_copy(exec, result, T{0});
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Sums::shmem_size()));
  Kokkos::parallel_for(
      "dot/block_tree", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Sums sums(team.team_scratch(0));
        const std::int64_t first = std::int64_t{block_size} * team.league_rank();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          const std::int64_t i = first + thread;
          sums(thread) = i < n ? a(i) * b(i) : 0;
        });
        team.team_barrier();  // __syncthreads()
        for (int half = block_size / 2; half > 0; half /= 2) {
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, half),
                               [&](int thread) { sums(thread) += sums(thread + half); });
          team.team_barrier();
        }
        Kokkos::single(Kokkos::PerTeam(team), [&] { Kokkos::atomic_add(&result(0), sums(0)); });
      });
}

// [warp_shuffle]
/// A team's built-in reduction, which is how Kokkos uses shuffles.
template <class T, class Exec>
void warp_shuffle(const Dot<T>& d, const Exec& exec) {
  const Vector<const T, Exec> a(d.a, d.n), b(d.b, d.n);
  const Vector<T, Exec> result(d.result, 1);
  const auto n = static_cast<std::int64_t>(d.n);
  const auto teams = static_cast<int>(ceil_div(d.n, block_size));
  Kokkos::deep_copy(exec, result, T{0});
  if (teams == 0) return;

  Kokkos::parallel_for(
      "dot/warp_shuffle", Kokkos::TeamPolicy<Exec>(exec, teams, team_of<Exec, block_size>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const std::int64_t first = std::int64_t{block_size} * team.league_rank();
        const std::int64_t last = first + block_size < n ? first + block_size : n;
        T team_sum = 0;
        Kokkos::parallel_reduce(
            Kokkos::TeamThreadRange(team, first, last),
            [&](std::int64_t i, T& sum) { sum += a(i) * b(i); }, team_sum);
        Kokkos::single(Kokkos::PerTeam(team), [&] { Kokkos::atomic_add(&result(0), team_sum); });
      });
}

// [parallel_reduce]
/// Kokkos chooses the number of threads, the products per thread and how the sums are combined. The
/// result goes into a View: a scalar result would wait for the device.
template <class T, class Exec>
void reduce_range(const Dot<T>& d, const Exec& exec) {
  const Vector<const T, Exec> a(d.a, d.n), b(d.b, d.n);
  const Kokkos::View<T, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      result(d.result);
  Kokkos::parallel_reduce(
      "dot/parallel_reduce", RangePolicy<Exec>(exec, 0, static_cast<std::int64_t>(d.n)),
      KOKKOS_LAMBDA(std::int64_t i, T & sum) { sum += a(i) * b(i); }, result);
}

// [/]

template <class T, class Exec>
void add_of(KokkosKernels<Exec>& kokkos) {
  kokkos.add("dot/atomic", atomic<T, Exec>);
  kokkos.add("dot/block_tree", block_tree<T, Exec>);
  kokkos.add("dot/warp_shuffle", warp_shuffle<T, Exec>);
  kokkos.add("dot/parallel_reduce", reduce_range<T, Exec>);
}

}  // namespace

template <class Exec>
void add_dot(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_dot);

}  // namespace tilebridge::kokkos
