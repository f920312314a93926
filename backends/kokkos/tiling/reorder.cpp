// SPDX-License-Identifier: Apache-2.0
// 256 structures per team of 256 threads, or one structure per index of a RangePolicy.
#include "catalogue/tiling/reorder.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::reorder_experiment {
namespace {

constexpr int members = Reorder::members;

/// Both arrays are Views of n structures with 6 members, in different layouts.
template <class Exec>
void direct(const Reorder& r, const Exec& exec) {
  const Unmanaged<const float* [members], Kokkos::LayoutRight, Exec> in(r.in, r.n);
  const Unmanaged<float* [members], Kokkos::LayoutLeft, Exec> out(r.out, r.n);
  Kokkos::parallel_for(
      "reorder/direct", RangePolicy<Exec>(exec, 0, r.n), KOKKOS_LAMBDA(std::int64_t i) {
        for (int m = 0; m < members; ++m) out(i, m) = in(i, m);
      });
}

template <class Exec>
void staged(const Reorder& r, const Exec& exec) {
  constexpr int team_size = Reorder::block_size, row = Reorder::row, rows = Reorder::rows;
  using Words = Scratch<float[rows][row + 1], Exec>;  // __shared__ float words[rows][row + 1]
  const Vector<const float, Exec> in(r.in, r.n * members);
  const Unmanaged<float* [members], Kokkos::LayoutLeft, Exec> out(r.out, r.n);
  const std::int64_t n = r.n;
  const int teams = ceil_div(r.n, team_size);
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_of<Exec, team_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "reorder/staged", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        const std::int64_t first = static_cast<std::int64_t>(team.league_rank()) * team_size;
        Kokkos::parallel_for(Kokkos::TeamVectorRange(team, rows * row), [&](int e) {
          const std::int64_t word = first * members + e;
          if (word < n * members) words(e / row, e % row) = in(word);
        });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamVectorRange(team, team_size), [&](int t) {
          if (first + t >= n) return;
          for (int m = 0; m < members; ++m) out(first + t, m) = words(t / 16, t % 16 * members + m);
        });
      });
}

template <class Exec>
void staged_by_index(const Reorder& r, const Exec& exec) {
  constexpr int team_size = Reorder::block_size, row = Reorder::row, rows = Reorder::rows;
  using Words = Scratch<float[rows][row + 1], Exec>;  // __shared__ float words[rows][row + 1]
  const Vector<const float, Exec> in(r.in, r.n * members);
  const Unmanaged<float* [members], Kokkos::LayoutLeft, Exec> out(r.out, r.n);
  const auto teams = static_cast<int>(ceil_div(r.n, team_size));
  if (teams == 0) return;

  Kokkos::TeamPolicy<Exec> policy(exec, teams, team_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "reorder/staged_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        const int t = team.team_rank();
        const std::size_t first = std::size_t{team_size} * team.league_rank();
        for (int e = t; e < rows * row; e += team_size) {
          const std::size_t word = first * members + e;
          words(e / row, e % row) = word < r.n * members ? in(word) : 0;
        }
        team.team_barrier();  // __syncthreads()
        if (first + t >= r.n) return;
        for (int m = 0; m < members; ++m) out(first + t, m) = words(t / 16, t % 16 * members + m);
      });
}

using namespace techniques;

constexpr int block_size = Reorder::block_size;

template <class Exec>
KOKKOS_INLINE_FUNCTION int padded(int e) {
  return is_host<Exec> ? e : Reorder::padded(e);  // a host has no banks
}

/// n structures with 6 members, word by word, and 6 arrays of n.
template <class Exec>
struct Staged {
  using Words = Scratch<float[Reorder::rows * (Reorder::row + 1)], Exec>;

  Vector<const float, Exec> in;
  Unmanaged<float* [members], Kokkos::LayoutLeft, Exec> out;

  explicit Staged(const Reorder& r) : in(r.in, r.n * members), out(r.out, r.n) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Words words = scratch<Words>(team);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      for (int k = thread; k < block_size * members; k += block_size) {
        const std::size_t e = first * members + static_cast<std::size_t>(k);
        words(padded<Exec>(k)) = e < in.extent(0) ? in(e) : 0;
      }
    });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      if (i >= out.extent(0)) return;
      const int place = padded<Exec>(thread * members);
      for (int m = 0; m < members; ++m) out(i, m) = words(place + m);
    });
  }
};

template <class Exec>
void staged_rewritten(const Reorder& r, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size>;
  auto policy = team_policy<Policy>(exec, ceil_div(r.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Staged<Exec>::Words::shmem_size()));
  if (r.n > 0) Kokkos::parallel_for("reorder/staged_rewritten", policy, Staged<Exec>(r));
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  const auto by_index = kokkos.in(Form::indices);
  kokkos.add("reorder/direct", direct<Exec>);
  kokkos.add("reorder/staged", staged<Exec>);
  kokkos.add("reorder/staged_rewritten", staged_rewritten<Exec>);
  if constexpr (!is_host<Exec>) by_index.add("reorder/staged", staged_by_index<Exec>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::reorder_experiment
