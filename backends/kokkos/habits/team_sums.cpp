// SPDX-License-Identifier: Apache-2.0
// Sums of neighbouring elements by Kokkos's own reductions. A thread keeps its value from a range
// to the team's reduction, so these are for GPUs only.
#include "catalogue/habits/team_sums.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;
constexpr int block_size = TeamSums<Word>::block_size;

// [team_reduce, team_reduce_float]
template <class T, class Exec>
void team_reduce(const TeamSums<T>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats;
  const int repeats = s.repeats;
  const Matrix<const T, Exec> in(s.in, rows, block_size);
  const Vector<T, Exec> out(s.out, rows);
  const Kokkos::TeamPolicy<Exec> policy(exec, s.blocks, team_of<Exec, block_size>);
  Kokkos::parallel_for(
      "team_sums/team_reduce", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        for (int r = 0; r < repeats; ++r) {
          const int row = team.league_rank() * repeats + r;
          T sum = 0;
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size),
                               [&](int thread) { sum = in(row, thread); });
          team.team_reduce(Kokkos::Sum<T>(sum));
          Kokkos::single(Kokkos::PerTeam(team), [&] { out(row) = sum; });
        }
      });
}

// [nested_reduce]
template <class Exec>
void nested_reduce(const TeamSums<Word>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats;
  const int repeats = s.repeats;
  const Matrix<const Word, Exec> in(s.in, rows, block_size);
  const Vector<Word, Exec> out(s.out, rows);
  const Kokkos::TeamPolicy<Exec> policy(exec, s.blocks, team_of<Exec, block_size>);
  Kokkos::parallel_for(
      "team_sums/nested_reduce", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        for (int r = 0; r < repeats; ++r) {
          const int row = team.league_rank() * repeats + r;
          Word sum = 0;
          Kokkos::parallel_reduce(
              Kokkos::TeamThreadRange(team, block_size),
              [&](int thread, Word& part) { part += in(row, thread); }, sum);
          Kokkos::single(Kokkos::PerTeam(team), [&] { out(row) = sum; });
        }
      });
}

// [vector_reduce]
constexpr int warp_size = TeamSums<Word>::warp_size;
constexpr int warps = TeamSums<Word>::warps;

/// A warp is a Kokkos thread with 32 vector lanes.
template <class Exec>
void vector_reduce(const TeamSums<Word>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats * warps;
  const int repeats = s.repeats;
  const Matrix<const Word, Exec> in(s.in, rows, warp_size);
  const Vector<Word, Exec> out(s.out, rows);
  const Kokkos::TeamPolicy<Exec> policy(exec, s.blocks, warps, warp_size);
  Kokkos::parallel_for(
      "team_sums/vector_reduce", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, warps), [&](int warp) {
          for (int r = 0; r < repeats; ++r) {
            const int row = (team.league_rank() * repeats + r) * warps + warp;
            Word sum = 0;
            Kokkos::parallel_reduce(
                Kokkos::ThreadVectorRange(team, warp_size),
                [&](int lane, Word& part) { part += in(row, lane); }, sum);
            Kokkos::single(Kokkos::PerThread(team), [&] { out(row) = sum; });
          }
        });
      });
}

// [range_reduce]
/// The result goes into a View: a scalar result would wait for the device.
template <class Exec>
void range_reduce(const TeamSums<Word>& s, const Exec& exec) {
  const auto n = static_cast<std::int64_t>(s.blocks) * s.repeats * block_size;
  const Vector<const Word, Exec> in(s.in, static_cast<std::size_t>(n));
  const Kokkos::View<Word, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
      result(s.out);
  Kokkos::parallel_reduce(
      "team_sums/range_reduce", RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(std::int64_t i, Word & sum) { sum += in(i); }, result);
}

// [/]

}  // namespace

template <class Exec>
void add_team_sums([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("team_sums/team_reduce", team_reduce<Word, Exec>);
    kokkos.add("team_sums/team_reduce_float", team_reduce<float, Exec>);
    kokkos.add("team_sums/nested_reduce", nested_reduce<Exec>);
    kokkos.add("team_sums/vector_reduce", vector_reduce<Exec>);
    kokkos.add("team_sums/range_reduce", range_reduce<Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_team_sums);

}  // namespace tilebridge::kokkos
