// A sum and a histogram by teams alone: there are no clusters of teams.
#include "catalogue/cluster.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

using Word = std::uint32_t;

template <class Exec>
struct Sum {
  static constexpr int block_size = ClusterSum::block_size;
  using Steps = TwoSteps<Exec, block_size, Word>;
  using Sums = typename Steps::Sums;

  Vector<const Word, Exec> in;
  Vector<Word, Exec> result;  // one word

  explicit Sum(const ClusterSum& s) : in(s.in, s.n), result(s.result, 1) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
    const Word sum = Steps::sum(team, scratch<Sums>(team), [&](int thread) {
      const std::size_t i = first + static_cast<std::size_t>(thread);
      return i < in.extent(0) ? in(i) : 0;
    });
    if (team.team_rank() == 0) Kokkos::atomic_add(&result(0), sum);
  }
};

template <class Exec>
struct Histogram {
  static constexpr int block_size = ClusterHistogram::block_size;
  using TeamCounts = Scratch<Word*, Exec>;

  Vector<const Word, Exec> in;
  Vector<Word, Exec> counts;
  int bins;

  explicit Histogram(const ClusterHistogram& h)
      : in(h.in, h.n), counts(h.counts, static_cast<std::size_t>(h.bins)), bins(h.bins) {}

  /// Calls body(bin) for each of the bins that a thread clears and adds up.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_each_bin(const TeamMember<Exec>& team,
                                                const Body& body) const {
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      for (int bin = thread; bin < bins; bin += block_size) body(bin);
    });
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const TeamCounts team_counts(team.team_scratch(0), static_cast<std::size_t>(bins));
    for_each_bin(team, [&](int bin) { team_counts(bin) = 0; });
    team.team_barrier();
    const std::size_t league_threads = static_cast<std::size_t>(team.league_size()) * block_size;
    for (std::size_t first = static_cast<std::size_t>(team.league_rank()) * block_size;
         first < in.extent(0); first += league_threads)
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const std::size_t i = first + static_cast<std::size_t>(thread);
        if (i < in.extent(0)) Kokkos::atomic_add(&team_counts(in(i)), 1U);
      });
    team.team_barrier();
    for_each_bin(team, [&](int bin) { Kokkos::atomic_add(&counts(bin), team_counts(bin)); });
  }
};

template <class Exec>
void reduce_blocks(const ClusterSum& s, const Exec& exec) {
  constexpr int block_size = ClusterSum::block_size;
  using Policy = TeamPolicy<Exec, block_size>;
  const Sum<Exec> functor(s);
  Kokkos::deep_copy(exec, functor.result, 0U);
  auto policy = team_policy<Policy>(exec, ceil_div(s.n, block_size), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Sum<Exec>::Sums::shmem_size()));
  if (s.n > 0) Kokkos::parallel_for("cluster/reduce_blocks_matched", policy, functor);
}

/// Throws where a team's bins are more than its scratch memory takes.
template <class Exec>
auto histogram_blocks(const ClusterHistogram& h, const Exec& exec) {
  constexpr int block_size = ClusterHistogram::block_size;
  using Policy = TeamPolicy<Exec, block_size>;
  const std::size_t bytes =
      Histogram<Exec>::TeamCounts::shmem_size(static_cast<std::size_t>(h.bins));
  check_scratch<Exec>(bytes);
  return [h, exec, bytes, functor = Histogram<Exec>(h)] {
    const std::size_t teams = h.blocks(static_cast<std::size_t>(exec.concurrency()));
    Kokkos::deep_copy(exec, functor.counts, 0U);
    auto policy = team_policy<Policy>(exec, teams, block_size);
    policy.set_scratch_size(0, Kokkos::PerTeam(bytes));
    if (h.n > 0) Kokkos::parallel_for("cluster/histogram_blocks_matched", policy, functor);
  };
}

}  // namespace

template <class Exec>
void add_engineered_cluster(Registrar<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("cluster/reduce_blocks_matched", reduce_blocks<Exec>);
    kokkos.add_prepared("cluster/histogram_blocks_matched", histogram_blocks<Exec>);
  }
}

template void add_engineered_cluster(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_engineered_cluster(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
