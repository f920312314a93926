// SPDX-License-Identifier: Apache-2.0
// One sum per team of 256 threads, of at most 1024 teams, without a range's loop; or 32 floats per
// thread and one atomic per team (vector_load).
#include "catalogue/tiling/reduce.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::kokkos::rewritten::reduce_experiment {
namespace {

using namespace techniques;

constexpr int block_size = ReduceShares::block_size;

/// Sums a thread's elements in its team's share, which begins at `first`. Within the share 32 bits
/// are enough for an index.
template <class Result, class T, class Exec>
KOKKOS_FUNCTION T sum_of_thread(int thread, const Vector<const T, Exec>& in, std::size_t first,
                                std::size_t share) {
  const std::size_t n = in.extent(0);
  const auto count = static_cast<int>(n - first < share ? n - first : share);
  T sum = Result::none;
  for (int i = thread; i < count; i += block_size)
    sum = Result::of(sum, in(first + static_cast<std::size_t>(i)));
  return sum;
}

template <int blocks_wanted = 1, class Exec>
auto policy(const Exec& exec, std::size_t teams, std::size_t scratch_bytes) {
  auto policy = team_policy<TeamPolicy<Exec, block_size, blocks_wanted>>(exec, teams, block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(scratch_bytes));
  return policy;
}

/// Sums value(thread) over a team's threads as a tree in scratch memory; thread 0 gets the sum.
template <class Exec, class T, template <class> class ResultOfTwo>
struct Tree {
  using Result = ResultOfTwo<T>;
  using Sums = Scratch<T[block_size], Exec>;

  template <class Value>
  KOKKOS_FUNCTION static T sum(const TeamMember<Exec>& team, const Value& value) {
    const auto sums = scratch<Sums>(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) { sums(thread) = value(thread); });
    team.team_barrier();
    for (int half = block_size / 2; half > 0; half /= 2) {
      for_first_threads<Exec>(team, half, [&](int thread) {
        sums(thread) = Result::of(sums(thread), sums(thread + half));
      });
      team.team_barrier();
    }
    return sums(0);
  }

  static std::size_t scratch_bytes() { return Sums::shmem_size(); }
};

template <class Exec, class T>
struct InTwoSteps {
  using Result = Addition<T>;
  using Steps = TwoSteps<Exec, block_size, T>;
  using Sums = typename Steps::Sums;

  template <class Value>
  KOKKOS_FUNCTION static T sum(const TeamMember<Exec>& team, const Value& value) {
    return Steps::sum(team, scratch<Sums>(team), value);
  }

  static std::size_t scratch_bytes() { return Sums::shmem_size(); }
};

/// sums(team) = Σ in(i) over the team's share.
template <class Exec, class T, class TeamSum>
struct SumTeams {
  Vector<const T, Exec> in;
  std::size_t share;
  Vector<T, Exec> sums;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * share;
    const T sum = TeamSum::sum(team, [&](int thread) {
      return sum_of_thread<typename TeamSum::Result, T, Exec>(thread, in, first, share);
    });
    if (team.team_rank() == 0) sums(team.league_rank()) = sum;
  }
};

template <class TeamSum, class T, class Exec>
auto two_passes_rewritten(const Reduce<T>& r, const Exec& exec) {
  using Pass = SumTeams<Exec, T, TeamSum>;
  const ReduceShares shares(r.n);
  const OwnedVector<T, Exec> partials("partials", shares.blocks);
  return [=] {
    const std::size_t scratch_bytes = TeamSum::scratch_bytes();
    Kokkos::parallel_for("reduce/teams", policy(exec, shares.blocks, scratch_bytes),
                         Pass{Vector<const T, Exec>(r.in, r.n), shares.share, partials});
    Kokkos::parallel_for("reduce/partials", policy(exec, 1, scratch_bytes),
                         Pass{partials, shares.blocks, Vector<T, Exec>(r.result, 1)});
  };
}

template <class Exec, class T>
struct SinglePass {
  using Steps = TwoSteps<Exec, block_size, T>;
  using Sums = typename Steps::Sums;
  using IsLast = Scratch<bool[1], Exec>;

  Vector<const T, Exec> in;
  std::size_t share;
  Vector<T, Exec> result;  // one element
  OwnedVector<T, Exec> partials;
  OwnedVector<unsigned, Exec> ticket;  // 0 before and after

  SinglePass(const Reduce<T>& r, const ReduceShares& shares)
      : in(r.in, r.n),
        share(shares.share),
        result(r.result, 1),
        partials("partials", shares.blocks),
        ticket("ticket", 1) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Sums sums = scratch<Sums>(team);
    const auto is_last = scratch<IsLast>(team);
    const int teams = team.league_size();
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * share;
    const T sum = Steps::sum(team, sums, [&](int thread) {
      return sum_of_thread<Addition<T>, T, Exec>(thread, in, first, share);
    });
    if (team.team_rank() == 0) {
      partials(team.league_rank()) = sum;
      Kokkos::memory_fence();  // a thread that sees this ticket also sees the sum
      is_last(0) = Kokkos::atomic_fetch_add(&ticket(0), 1U) == static_cast<unsigned>(teams - 1);
      if (is_last(0)) Kokkos::memory_fence();  // the other teams' sums are read after the ticket
    }
    team.team_barrier();
    if (!is_last(0)) return;

    const T total = Steps::sum(team, sums, [&](int thread) {
      return sum_of_thread<Addition<T>, T, Exec>(thread, partials, 0,
                                                 static_cast<std::size_t>(teams));
    });
    if (team.team_rank() > 0) return;
    result(0) = total;
    ticket(0) = 0;
  }

  static std::size_t scratch_bytes() { return Sums::shmem_size() + IsLast::shmem_size(); }
};

template <class T, class Exec>
auto single_pass_rewritten(const Reduce<T>& r, const Exec& exec) {
  const ReduceShares shares(r.n);
  const SinglePass<Exec, T> functor(r, shares);
  return [=] {
    constexpr int blocks_wanted = 2048 / block_size;  // all 2048 threads of an SM
    Kokkos::parallel_for(
        "reduce/single_pass",
        policy<blocks_wanted>(exec, shares.blocks, SinglePass<Exec, T>::scratch_bytes()), functor);
  };
}

template <class Exec, class T>
struct VectorLoad {
  static constexpr std::size_t piece = std::size_t{vector_sums::loads} * vector_sums::block_size;

  Vector<const Pack<T>, Exec> in;
  Vector<const T, Exec> rest;  // remainder: fewer than a full Pack
  Vector<T, Exec> result;      // one element

  explicit VectorLoad(const Reduce<T>& r)
      : in(packs_of<Exec>(r.in, r.n)),
        rest(r.in + r.n / pack_width<T> * pack_width<T>, r.n % pack_width<T>),
        result(r.result, 1) {}

  KOKKOS_FORCEINLINE_FUNCTION static T sum_of(const Pack<T>& pack) {
    const T two = pack.values[0] + pack.values[1];
    if constexpr (pack_width<T> == 2) {
      return two;
    } else {
      return two + (pack.values[2] + pack.values[3]);
    }
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const T sum = VectorSum<Exec, vector_sums::block_size, T>::sum(
        team, [&](int thread) { return sum_of_thread(team, static_cast<std::size_t>(thread)); });
    if (team.team_rank() == 0) Kokkos::atomic_add(&result(0), sum);
  }

  KOKKOS_FORCEINLINE_FUNCTION T sum_of_thread(const TeamMember<Exec>& team,
                                              std::size_t thread) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * piece + thread;
    Pack<T> held[vector_sums::loads] = {};
    for (int k = 0; k < vector_sums::loads; ++k) {
      const std::size_t i = first + static_cast<std::size_t>(k * vector_sums::block_size);
      if (i < in.extent(0)) held[k] = in(i);
    }
    T sum = 0;
    for (const Pack<T>& pack : held) sum += sum_of(pack);
    if (team.league_rank() == 0 && thread < rest.extent(0)) sum += rest(thread);
    return sum;
  }
};

template <class T, class Exec>
void vector_load(const Reduce<T>& r, const Exec& exec) {
  const VectorLoad<Exec, T> functor(r);
  Kokkos::deep_copy(exec, functor.result, T{0});
  VectorSum<Exec, vector_sums::block_size, T>::launch("reduce/vector_load", exec, r.n,
                                                      pack_width<T> * functor.piece, functor);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add_prepared("reduce/block_tree_rewritten",
                        two_passes_rewritten<Tree<Exec, T, Addition>, T, Exec>);
    kokkos.add_prepared("reduce/maximum_rewritten",
                        two_passes_rewritten<Tree<Exec, T, Maximum>, T, Exec>);
    kokkos.add_prepared("reduce/shuffle_rewritten",
                        two_passes_rewritten<InTwoSteps<Exec, T>, T, Exec>);
    kokkos.add_prepared("reduce/single_pass_rewritten", single_pass_rewritten<T, Exec>);
    kokkos.add("reduce/vector_load", vector_load<T, Exec>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::rewritten::reduce_experiment
