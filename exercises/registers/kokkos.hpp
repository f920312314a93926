// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr int tile = Arguments::threads;
constexpr int threads = tilebridge::on_gpu ? tile * tile : 1;  // per team
constexpr int elements = tile * tile / threads;                // of a tile, per thread
using Tile = Kokkos::View<std::int32_t[tile][tile], Kokkos::LayoutRight,
                          Space::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// The ranks of the team are the threads, so that a thread's sums are its own from one barrier to
/// the next.
void yours(const Arguments& p, const Space& space) {
  const View<const std::int32_t**> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const View<std::int32_t**> c(p.c, p.m, p.n);
  const int m = p.m, n = p.n, k = p.k;
  const int across = static_cast<int>(tilebridge::covering(n, tile));
  const int tiles = across * static_cast<int>(tilebridge::covering(m, tile));
  Kokkos::TeamPolicy<Space> policy(space, tiles, threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(2 * Tile::shmem_size()));
  Kokkos::parallel_for(
      "registers", policy, KOKKOS_LAMBDA(const Team& team) {
        const Tile a_tile(team.team_scratch(0)), b_tile(team.team_scratch(0));
        const int y0 = team.league_rank() / across * tile;
        const int x0 = team.league_rank() % across * tile;
        const auto row = [&](int e) { return (team.team_rank() + e * threads) / tile; };
        const auto column = [&](int e) { return (team.team_rank() + e * threads) % tile; };
        std::int32_t sums[elements] = {};
        for (int first = 0; first < k; first += tile) {
          for (int e = 0; e < elements; ++e) {
            const int r = row(e), s = column(e);
            a_tile(r, s) = y0 + r < m && first + s < k ? a(y0 + r, first + s) : 0;
            b_tile(r, s) = first + r < k && x0 + s < n ? b(first + r, x0 + s) : 0;
          }
          team.team_barrier();
          for (int e = 0; e < elements; ++e)
            for (int i = 0; i < tile; ++i) sums[e] += a_tile(row(e), i) * b_tile(i, column(e));
          team.team_barrier();
        }
        for (int e = 0; e < elements; ++e)
          if (y0 + row(e) < m && x0 + column(e) < n) c(y0 + row(e), x0 + column(e)) = sums[e];
      });
}
// [/]
