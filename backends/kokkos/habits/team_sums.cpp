// SPDX-License-Identifier: Apache-2.0
// Sums of neighbouring elements by Kokkos's own reductions. A thread keeps its value from a range
// to the team's reduction, so these are for GPUs only. Engineered: in two steps through scratch
// memory, or by shuffles as CUDA (or HIP) has them, inside a team's kernel.
#include "catalogue/habits/team_sums.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

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

// [vector_reduce, vector_reduce_matched]
constexpr int warp_size = TeamSums<Word>::warp_size;
constexpr int warps = TeamSums<Word>::warps;

// [vector_reduce]
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

// Matched and tuned Kokkos, whose names hide those of plain Kokkos above.
namespace engineered {
namespace {

template <class Exec>
void add_sums(KokkosKernels<Exec>&) {}

#ifdef TILEBRIDGE_KOKKOS_GPU
// [team_reduce_matched, team_reduce_float_matched, nested_reduce_matched, vector_reduce_matched, range_reduce_matched]
using Exec = GpuExecution;

// [team_reduce_matched, team_reduce_float_matched, nested_reduce_matched]
template <class T>
using Steps = TwoSteps<Exec, block_size, T>;
template <class T>
using Sums = typename Steps<T>::Sums;

template <class T>
Kokkos::TeamPolicy<Exec> policy_of(const TeamSums<T>& s, const Exec& exec) {
  Kokkos::TeamPolicy<Exec> policy(exec, s.blocks, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Sums<T>::shmem_size()));
  return policy;
}

// [team_reduce_matched, team_reduce_float_matched]
template <class T>
void team_reduce(const TeamSums<T>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats;
  const int repeats = s.repeats;
  const Matrix<const T, Exec> in(s.in, rows, block_size);
  const Vector<T, Exec> out(s.out, rows);
  Kokkos::parallel_for(
      "team_sums/team_reduce_matched", policy_of(s, exec), KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Sums<T> sums = scratch<Sums<T>>(team);
        for (int r = 0; r < repeats; ++r) {
          const int row = team.league_rank() * repeats + r;
          T value = 0;
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size),
                               [&](int thread) { value = in(row, thread); });
          const T sum = Steps<T>::sum(team, sums, [&](int) { return value; });
          Kokkos::single(Kokkos::PerTeam(team), [&] { out(row) = sum; });
          team.team_barrier();  // the next sum is in the same scratch memory
        }
      });
}

// [nested_reduce_matched]
void nested_reduce(const TeamSums<Word>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats;
  const int repeats = s.repeats;
  const Matrix<const Word, Exec> in(s.in, rows, block_size);
  const Vector<Word, Exec> out(s.out, rows);
  Kokkos::parallel_for(
      "team_sums/nested_reduce_matched", policy_of(s, exec), KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Sums<Word> sums = scratch<Sums<Word>>(team);
        for (int r = 0; r < repeats; ++r) {
          const int row = team.league_rank() * repeats + r;
          const Word sum =
              Steps<Word>::sum(team, sums, [&](int thread) { return in(row, thread); });
          Kokkos::single(Kokkos::PerTeam(team), [&] { out(row) = sum; });
          team.team_barrier();  // the next sum is in the same scratch memory
        }
      });
}

// [vector_reduce_matched]
/// The index in a ThreadVectorRange of 32.
KOKKOS_FUNCTION int own_lane() {
  KOKKOS_IF_ON_DEVICE((return static_cast<int>(threadIdx.x);))
  KOKKOS_IF_ON_HOST((return 0;))  // never called on the host
}

/// The sum over a Kokkos thread's 32 vector lanes, in the first of them.
KOKKOS_FUNCTION Word sum_of_lanes(Word value) {
#ifdef KOKKOS_ENABLE_HIP
  KOKKOS_IF_ON_DEVICE((for (int distance = warp_size / 2; distance > 0; distance /= 2) value +=
                       __shfl_down(value, distance, warp_size);))
#else
  KOKKOS_IF_ON_DEVICE((for (int distance = warp_size / 2; distance > 0; distance /= 2) value +=
                       __shfl_down_sync(0xffffffff, value, distance);))
#endif
  return value;
}

void vector_reduce(const TeamSums<Word>& s, const Exec& exec) {
  const int rows = s.blocks * s.repeats * warps;
  const int repeats = s.repeats;
  const Matrix<const Word, Exec> in(s.in, rows, warp_size);
  const Vector<Word, Exec> out(s.out, rows);
  const Kokkos::TeamPolicy<Exec> policy(exec, s.blocks, warps, warp_size);
  Kokkos::parallel_for(
      "team_sums/vector_reduce_matched", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, warps), [&](int warp) {
          for (int r = 0; r < repeats; ++r) {
            const int row = (team.league_rank() * repeats + r) * warps + warp;
            const Word sum = sum_of_lanes(in(row, own_lane()));
            Kokkos::single(Kokkos::PerThread(team), [&] { out(row) = sum; });
          }
        });
      });
}

// [range_reduce_matched]
using TeamsSum = VectorSum<Exec, block_size, Word>;

struct SumPieces {
  Matrix<const Word, Exec> in;
  Vector<Word, Exec> out;  // one element
  int repeats;

  explicit SumPieces(const TeamSums<Word>& s)
      : in(s.in, s.blocks * s.repeats, block_size), out(s.out, 1), repeats(s.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const int first = team.league_rank() * repeats;
    const Word sum = TeamsSum::sum(team, [&](int thread) {
      Word part = 0;
      for (int r = 0; r < repeats; ++r) part += in(first + r, thread);
      return part;
    });
    if (team.team_rank() == 0) Kokkos::atomic_add(&out(0), sum);
  }
};

void range_reduce(const TeamSums<Word>& s, const Exec& exec) {
  const SumPieces functor(s);
  const std::size_t piece = static_cast<std::size_t>(s.repeats) * block_size;
  Kokkos::deep_copy(exec, functor.out, 0U);
  TeamsSum::launch("team_sums/range_reduce_matched", exec,
                   static_cast<std::size_t>(s.blocks) * piece, piece, functor);
}

// [/]

void add_sums(KokkosKernels<GpuExecution>& kokkos) {
  kokkos.add("team_sums/team_reduce_matched", team_reduce<Word>);
  kokkos.add("team_sums/team_reduce_float_matched", team_reduce<float>);
  kokkos.add("team_sums/nested_reduce_matched", nested_reduce);
  kokkos.add("team_sums/vector_reduce_matched", vector_reduce);
  kokkos.add("team_sums/range_reduce_matched", range_reduce);
}
#endif

}  // namespace
}  // namespace engineered

template <class Exec>
void add_team_sums(KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("team_sums/team_reduce", team_reduce<Word, Exec>);
    kokkos.add("team_sums/team_reduce_float", team_reduce<float, Exec>);
    kokkos.add("team_sums/nested_reduce", nested_reduce<Exec>);
    kokkos.add("team_sums/vector_reduce", vector_reduce<Exec>);
    kokkos.add("team_sums/range_reduce", range_reduce<Exec>);
  }
  engineered::add_sums(kokkos);
}

TILEBRIDGE_INSTANTIATE(add_team_sums);

}  // namespace tilebridge::kokkos
