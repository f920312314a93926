// One element a thread and a sum a team, then one team for the teams' sums; what differs is how a
// team sums. VectorLoad: 32 elements a thread, and an atomic a team.
#include "catalogue/reduce.hpp"

#include <algorithm>
#include <cstdint>

#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/team.hpp"
#include "backends/kokkos/vector_sums.hpp"

namespace tilebridge::kokkos {
namespace {

constexpr int block_size = 256;

/// Memory of a launch's own.
template <class T, class Exec>
using Workspace = Kokkos::View<T*, Kokkos::LayoutRight, typename Exec::memory_space>;

template <class Exec>
Workspace<float, Exec> uninitialised(int elements) {
  return Workspace<float, Exec>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "partials"),
                                static_cast<std::size_t>(elements));
}

/// At least one, so that the sum of nothing is written too.
int teams(const Reduce& r) {
  return static_cast<int>(std::max(ceil_div(r.n, block_size), std::size_t{1}));
}

/// The sum of value(thread) over a team's threads, in thread 0: as a tree in scratch memory.
template <class Exec>
struct Tree {
  using Sums = Scratch<float[block_size], Exec>;

  template <class Value>
  KOKKOS_FUNCTION static float sum(const TeamMember<Exec>& team, const Value& value) {
    const Sums sums(team.team_scratch(0));
    for_each_thread<Exec, block_size>(team, [&](int thread) { sums(thread) = value(thread); });
    team.team_barrier();
    for (int half = block_size / 2; half > 0; half /= 2) {
      for_first_threads<Exec>(team, half, [&](int thread) { sums(thread) += sums(thread + half); });
      team.team_barrier();
    }
    return sums(0);
  }

  static std::size_t scratch_bytes() { return Sums::shmem_size(); }
};

/// The same by team_reduce, which is what Kokkos makes of shuffles.
template <class Exec>
struct Shuffle {
  template <class Value>
  KOKKOS_FUNCTION static float sum(const TeamMember<Exec>& team, const Value& value) {
    float sum = 0;
    for_each_thread<Exec, block_size>(team, [&](int thread) { sum += value(thread); });
    team.team_reduce(Kokkos::Sum<float>(sum));
    return sum;
  }

  static std::size_t scratch_bytes() { return 0; }
};

/// The element of a team's thread; 0 beyond the end.
template <class Exec>
KOKKOS_FUNCTION float element(const TeamMember<Exec>& team, int thread,
                              const Vector<const float, Exec>& in) {
  const std::size_t i =
      static_cast<std::size_t>(team.league_rank()) * block_size + static_cast<std::size_t>(thread);
  return i < in.extent(0) ? in(i) : 0;
}

/// A thread's share of all teams' sums.
template <class Exec>
KOKKOS_FUNCTION float share(int thread, const Workspace<float, Exec>& partials, int teams) {
  float sum = 0;
  for (int team = thread; team < teams; team += block_size) sum += partials(team);
  return sum;
}

template <class Exec, class TeamSum>
struct SumTeams {
  Vector<const float, Exec> in;
  Workspace<float, Exec> partials;

  explicit SumTeams(const Reduce& r) : in(r.in, r.n), partials(uninitialised<Exec>(teams(r))) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const float sum =
        TeamSum::sum(team, [&](int thread) { return element<Exec>(team, thread, in); });
    if (team.team_rank() == 0) partials(team.league_rank()) = sum;
  }
};

template <class Exec, class TeamSum>
struct SumPartials {
  Workspace<float, Exec> partials;
  Vector<float, Exec> result;  // one element
  int teams;

  SumPartials(const Reduce& r, const Workspace<float, Exec>& sums)
      : partials(sums), result(r.result, 1), teams(static_cast<int>(sums.extent(0))) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const float sum =
        TeamSum::sum(team, [&](int thread) { return share<Exec>(thread, partials, teams); });
    if (team.team_rank() == 0) result(0) = sum;
  }
};

template <class Exec>
struct SinglePass {
  using IsLast = Scratch<bool[1], Exec>;

  Vector<const float, Exec> in;
  Vector<float, Exec> result;  // one element
  Workspace<float, Exec> partials;
  Workspace<unsigned, Exec> ticket;  // 0 before and after

  explicit SinglePass(const Reduce& r)
      : in(r.in, r.n),
        result(r.result, 1),
        partials(uninitialised<Exec>(teams(r))),
        ticket("ticket", 1) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const IsLast is_last(team.team_scratch(0));
    const int teams = team.league_size();
    const float sum =
        Shuffle<Exec>::sum(team, [&](int thread) { return element<Exec>(team, thread, in); });
    if (team.team_rank() == 0) {
      partials(team.league_rank()) = sum;
      Kokkos::memory_fence();  // whoever sees this ticket sees the sum
      is_last(0) = Kokkos::atomic_fetch_add(&ticket(0), 1U) == static_cast<unsigned>(teams - 1);
      if (is_last(0)) Kokkos::memory_fence();  // the other teams' sums are read after the ticket
    }
    team.team_barrier();
    if (!is_last(0)) return;

    const float total =
        Shuffle<Exec>::sum(team, [&](int thread) { return share<Exec>(thread, partials, teams); });
    if (team.team_rank() > 0) return;
    result(0) = total;
    ticket(0) = 0;
  }

  static std::size_t scratch_bytes() { return IsLast::shmem_size(); }
};

template <class Exec>
struct VectorLoad {
  static constexpr std::size_t piece = std::size_t{vector_sums::loads} * vector_sums::block_size;

  Vector<const Floats, Exec> in;
  Vector<const float, Exec> rest;  // too few for a vector
  Vector<float, Exec> result;      // one element

  explicit VectorLoad(const Reduce& r)
      : in(vectors_of<Exec>(r.in, r.n)), rest(r.in + r.n / 4 * 4, r.n % 4), result(r.result, 1) {}

  KOKKOS_FORCEINLINE_FUNCTION static float sum_of(const Floats& f) {
    return (f.values[0] + f.values[1]) + (f.values[2] + f.values[3]);
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto thread = static_cast<std::size_t>(thread_rank(team));
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * piece + thread;
    Floats held[vector_sums::loads] = {};
    for (int k = 0; k < vector_sums::loads; ++k) {
      const std::size_t i = first + static_cast<std::size_t>(k * vector_sums::block_size);
      if (i < in.extent(0)) held[k] = in(i);
    }
    float sum = 0;
    for (const Floats& four : held) sum += sum_of(four);
    if (team.league_rank() == 0 && thread < rest.extent(0)) sum += rest(thread);
    sum = VectorSum<Exec>::sum(team, sum);
    if (thread == 0) Kokkos::atomic_add(&result(0), sum);
  }
};

/// Kokkos's own reduction: threads, items a thread and the tree are its choice.
template <class Exec>
struct Sum {
  Vector<const float, Exec> in;

  explicit Sum(const Reduce& r) : in(r.in, r.n) {}

  KOKKOS_FUNCTION void operator()(std::int64_t i, float& sum) const { sum += in(i); }
};

/// `scratch_bytes` a team.
template <class Exec>
auto policy(const Exec& exec, int teams, std::size_t scratch_bytes) {
  auto policy =
      team_policy<TeamPolicy<Exec, block_size>>(exec, static_cast<std::size_t>(teams), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(scratch_bytes));
  return policy;
}

template <class TeamSum, class Exec>
auto two_passes(const Reduce& r, const Exec& exec) {
  const SumTeams<Exec, TeamSum> first(r);
  const SumPartials<Exec, TeamSum> second(r, first.partials);
  return [=] {
    const std::size_t scratch_bytes = TeamSum::scratch_bytes();
    Kokkos::parallel_for("reduce/teams", policy(exec, second.teams, scratch_bytes), first);
    Kokkos::parallel_for("reduce/partials", policy(exec, 1, scratch_bytes), second);
  };
}

template <class Exec>
auto one_pass(const Reduce& r, const Exec& exec) {
  const SinglePass<Exec> functor(r);
  return [=] {
    Kokkos::parallel_for("reduce/single_pass",
                         policy(exec, teams(r), SinglePass<Exec>::scratch_bytes()), functor);
  };
}

template <class Exec>
void in_vectors(const Reduce& r, const Exec& exec) {
  const VectorLoad<Exec> functor(r);
  Kokkos::deep_copy(exec, functor.result, 0.0F);
  VectorSum<Exec>::launch("reduce/vector_load", exec, r.n, 4 * functor.piece, functor);
}

}  // namespace

template <class Exec>
void add_reduce(Registrar<Exec>& kokkos) {
  kokkos.add_prepared("reduce/block_tree", two_passes<Tree<Exec>, Exec>);
  kokkos.add_prepared("reduce/shuffle", two_passes<Shuffle<Exec>, Exec>);
  kokkos.add_prepared("reduce/single_pass", one_pass<Exec>);
  if constexpr (!is_host<Exec>) kokkos.add("reduce/vector_load", in_vectors<Exec>);
  kokkos.add("reduce/parallel_reduce", [](const Reduce& r, const Exec& exec) {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    // Into a View: a scalar result would wait for the device.
    const Kokkos::View<float, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
        result(r.result);
    Kokkos::parallel_reduce("reduce/parallel_reduce",
                            Policy(exec, 0, static_cast<std::int64_t>(r.n)), Sum<Exec>(r), result);
  });
}

template void add_reduce(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_reduce(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
