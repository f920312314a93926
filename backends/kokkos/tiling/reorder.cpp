// SPDX-License-Identifier: Apache-2.0
// 256 structures per team of 256 threads, or one structure per index of a RangePolicy. Rewritten:
// the teams, without a range's loop.
#include "catalogue/tiling/reorder.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::reorder_experiment {
namespace {

constexpr int members = Reorder::members;

/// The data are there twice: n structures with 6 members, and 6 arrays of n.
template <class Exec>
void direct(const Reorder& r, const Exec& exec) {
  const Unmanaged<const float* [members], Kokkos::LayoutRight, Exec> in(r.in, r.n);
  const Unmanaged<float* [members], Kokkos::LayoutLeft, Exec> out(r.out, r.n);
  Kokkos::parallel_for(
      "reorder/direct", RangePolicy<Exec>(exec, 0, r.n), KOKKOS_LAMBDA(std::int64_t i) {
        for (int m = 0; m < members; ++m) out(i, m) = in(i, m);
      });
}

/// Lanes t and t + 16 of a warp read words 6·16 = 96 = 3·32 apart: they would use the same bank if
/// every row did not have one extra word.
template <class Exec>
void staged(const Reorder& r, const Exec& exec) {
  constexpr int team_size = 256;     // also structures per team
  constexpr int row = 16 * members;  // words of 16 structures
  constexpr int rows = team_size / 16;
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

}  // namespace

// Kernels by league and team rank.
namespace by_index {
namespace {

/// Lanes t and t + 16 of a warp read words 6·16 = 96 = 3·32 apart: they would use the same bank if
/// every 96 words were not followed by one extra word.
template <class Exec>
void staged(const Reorder& r, const Exec& exec) {
  constexpr int team_size = 256;     // also structures per team
  constexpr int row = 16 * members;  // words of 16 structures
  constexpr int rows = team_size / 16;
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

template <class Exec>
void add_kernels(KokkosKernels<Exec>& kokkos) {
  auto by_index = kokkos.in(Form::indices);
  by_index.add("reorder/staged", staged<Exec>);
}

}  // namespace
}  // namespace by_index

// Rewritten and tuned kernels.
namespace rewritten {
using namespace techniques;

namespace {

constexpr int block_size = 256;

constexpr int block_words = block_size * members;
constexpr int words_to_a_pad = 96;

/// Returns where word e of a team's structures is staged. Without padding, the lanes of a warp read
/// words 6·t + m: threads t and t + 16 are 96 words, hence 0 banks, apart, two to every even (or
/// odd) bank. One extra word after every 96 moves the upper half-warp to the odd (even) banks. The
/// 32 words that a warp stores are adjacent, and 96 is a multiple of 32, so no pad splits them; nor
/// does a pad split a structure, because 96 is a multiple of 6.
template <class Exec>
KOKKOS_INLINE_FUNCTION int padded(int e) {
  return is_host<Exec> ? e : e + e / words_to_a_pad;  // a host has no banks
}

/// n structures with 6 members, word by word, and 6 arrays of n.
template <class Exec>
struct Staged {
  using Words = Scratch<float[block_words + block_words / words_to_a_pad], Exec>;

  Vector<const float, Exec> in;
  Unmanaged<float* [members], Kokkos::LayoutLeft, Exec> out;

  explicit Staged(const Reorder& r) : in(r.in, r.n * members), out(r.out, r.n) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Words words = scratch<Words>(team);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      for (int k = thread; k < block_words; k += block_size) {
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
void add_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("reorder/staged_rewritten", [](const Reorder& r, const Exec& exec) {
    using Policy = TeamPolicy<Exec, block_size>;
    auto policy = team_policy<Policy>(exec, ceil_div(r.n, block_size), block_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(Staged<Exec>::Words::shmem_size()));
    if (r.n > 0) Kokkos::parallel_for("reorder/staged_rewritten", policy, Staged<Exec>(r));
  });
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("reorder/direct", direct<Exec>);
  kokkos.add("reorder/staged", staged<Exec>);
  if constexpr (!is_host<Exec>) by_index::add_kernels(kokkos);
  rewritten::add_kernels(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::reorder_experiment
