// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr int tile = Arguments::tile;
constexpr int threads = tilebridge::on_gpu ? tile * tile : 1;  // per team
using Staged = Kokkos::View<std::int32_t[tile + 2][tile + 2], Kokkos::LayoutRight,
                            Space::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Each index stages its element; those at the tile's edge also what lies beyond it.
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
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile * tile), [&](int i) {
          const int row = i / tile, column = i % tile;
          const int y = y0 + row, x = x0 + column;
          staged(row + 1, column + 1) = element(y, x);
          if (column == 0) staged(row + 1, 0) = element(y, x - 1);
          if (column == tile - 1) staged(row + 1, tile + 1) = element(y, x + 1);
          if (row == 0) staged(0, column + 1) = element(y - 1, x);
          if (row == tile - 1) staged(tile + 1, column + 1) = element(y + 1, x);
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
