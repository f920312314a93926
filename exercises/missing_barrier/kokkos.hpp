// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr int piece = Arguments::piece;
constexpr int threads = tilebridge::on_gpu ? piece : 1;  // per team
using Staged = Kokkos::View<std::int32_t[piece], Kokkos::LayoutRight, Space::scratch_memory_space,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// A thread per element of a piece, several pieces one after another.
void yours(const Arguments& a, const Space& space) {
  const int pieces = a.pieces;
  const View<const std::int32_t**> in(a.in, pieces, piece);
  const View<std::int32_t**> out(a.out, pieces, piece);
  constexpr int per_team = Arguments::pieces_per_block;
  const int teams = static_cast<int>(tilebridge::covering(pieces, per_team));
  Kokkos::TeamPolicy<Space> policy(space, teams, threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(Staged::shmem_size()));
  Kokkos::parallel_for(
      "missing_barrier", policy, KOKKOS_LAMBDA(const Team& team) {
        const Staged staged(team.team_scratch(0));
        for (int turn = 0; turn < per_team; ++turn) {
          const int p = team.league_rank() * per_team + turn;
          if (p >= pieces) return;  // all threads of a team alike
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, piece),
                               [&](int i) { staged(i) = in(p, i); });
          team.team_barrier();
          Kokkos::parallel_for(Kokkos::TeamThreadRange(team, piece), [&](int i) {
            std::int32_t sum = 0;
            for (int k = i; k >= 0; --k) sum += staged(k);
            out(p, i) = sum;
          });
        }
      });
}
// [/]
