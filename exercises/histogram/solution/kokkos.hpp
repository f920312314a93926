// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr int bins = Arguments::bins;
constexpr int threads = tilebridge::on_gpu ? bins : 1;  // per team
using TeamCounts = Kokkos::View<std::int32_t[bins], Space::scratch_memory_space,
                                Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Each team counts in bins of its own, in scratch memory, and adds them to the others once.
void yours(const Arguments& a, const Space& space) {
  const View<const std::int32_t*> in(a.in, a.n);
  const View<std::int32_t*> counts(a.counts, bins);
  const std::int64_t n = a.n;
  constexpr int teams = tilebridge::on_gpu ? 1056 : 8;
  Kokkos::deep_copy(space, counts, 0);
  Kokkos::TeamPolicy<Space> policy(space, teams, threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(TeamCounts::shmem_size()));
  Kokkos::parallel_for(
      "histogram", policy, KOKKOS_LAMBDA(const Team& team) {
        const TeamCounts team_counts(team.team_scratch(0));
        for (int b = team.team_rank(); b < bins; b += threads) team_counts(b) = 0;
        team.team_barrier();
        for (std::int64_t i = team.league_rank() * std::int64_t{threads} + team.team_rank(); i < n;
             i += std::int64_t{teams} * threads)
          Kokkos::atomic_add(&team_counts(in(i)), 1);
        team.team_barrier();
        for (int b = team.team_rank(); b < bins; b += threads)
          Kokkos::atomic_add(&counts(b), team_counts(b));
      });
}
// [/]
