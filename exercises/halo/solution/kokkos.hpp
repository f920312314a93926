// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr int tile = Arguments::tile;
constexpr int threads = tilebridge::on_gpu ? tile * tile : 1;  // per team
using Staged = Kokkos::View<std::int32_t[tile + 2][tile + 2], Kokkos::LayoutRight,
                            Space::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// The team shares the elements of the tile and its halo, whatever its number of threads.
void yours(const Arguments& a, const Space& space) {
  const View<const std::int32_t**> in(a.in, a.rows, a.cols);
  const View<std::int32_t**> out(a.out, a.rows, a.cols);
  const int rows = a.rows, cols = a.cols;
  const int across = static_cast<int>(tilebridge::covering(cols, tile));
  const int tiles = across * static_cast<int>(tilebridge::covering(rows, tile));
  Kokkos::TeamPolicy<Space> policy(space, tiles, threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(Staged::shmem_size()));
  Kokkos::parallel_for(
      "halo", policy, KOKKOS_LAMBDA(const Team& team) {
        const Staged staged(team.team_scratch(0));
        const int y0 = team.league_rank() / across * tile;
        const int x0 = team.league_rank() % across * tile;
        const auto element = [&](int y, int x) {
          return y >= 0 && y < rows && x >= 0 && x < cols ? in(y, x) : 0;
        };
        constexpr int staged_columns = tile + 2;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, staged_columns * staged_columns),
                             [&](int i) {
                               const int row = i / staged_columns, column = i % staged_columns;
                               staged(row, column) = element(y0 + row - 1, x0 + column - 1);
                             });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile * tile), [&](int i) {
          const int row = i / tile, column = i % tile;
          if (y0 + row >= rows || x0 + column >= cols) return;
          std::int32_t sum = 0;
          for (int dy = 0; dy < 3; ++dy)
            for (int dx = 0; dx < 3; ++dx) sum += staged(row + dy, column + dx);
          out(y0 + row, x0 + column) = sum;
        });
      });
}
// [/]
