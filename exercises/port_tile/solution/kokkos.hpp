// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr int radius = Arguments::radius;
constexpr int tile_rows = Arguments::tile_rows, tile_columns = Arguments::tile_columns;
constexpr int staged_rows = Arguments::staged_rows, staged_columns = Arguments::staged_columns;
constexpr int threads = tilebridge::on_gpu ? tile_rows * tile_columns : 1;  // per team
/// Views in scratch memory, which the launch has to ask for.
template <class T>
using Scratch = Kokkos::View<T, Kokkos::LayoutRight, Space::scratch_memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Staged = Scratch<std::int32_t[staged_rows][staged_columns]>;
using Sums = Scratch<std::int32_t[staged_rows][tile_columns]>;

/// The threads of a team share the elements of a tile and its halo, sum each row by seven, then the
/// seven sums of a column.
void yours(const Arguments& a, const Space& space) {
  const View<const std::int32_t**> in(a.in, a.rows, a.cols);
  const View<std::int32_t**> out(a.out, a.rows, a.cols);
  const int rows = a.rows, cols = a.cols;
  const int across = static_cast<int>(tilebridge::covering(cols, tile_columns));
  const int tiles = across * static_cast<int>(tilebridge::covering(rows, tile_rows));
  Kokkos::TeamPolicy<Space> policy(space, tiles, threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(Staged::shmem_size() + Sums::shmem_size()));
  Kokkos::parallel_for(
      "port_tile", policy, KOKKOS_LAMBDA(const Team& team) {
        const Staged staged(team.team_scratch(0));
        const Sums sums(team.team_scratch(0));
        const int y0 = team.league_rank() / across * tile_rows;
        const int x0 = team.league_rank() % across * tile_columns;
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, staged_rows * staged_columns),
                             [&](int i) {
                               const int row = i / staged_columns, column = i % staged_columns;
                               const int y = y0 + row - radius, x = x0 + column - radius;
                               const bool is_inside = y >= 0 && y < rows && x >= 0 && x < cols;
                               staged(row, column) = is_inside ? in(y, x) : 0;
                             });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, staged_rows * tile_columns), [&](int i) {
          const int row = i / tile_columns, column = i % tile_columns;
          std::int32_t sum = 0;
          for (int k = 0; k <= 2 * radius; ++k) sum += staged(row, column + k);
          sums(row, column) = sum;
        });
        team.team_barrier();
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile_rows * tile_columns), [&](int i) {
          const int row = i / tile_columns, column = i % tile_columns;
          if (y0 + row >= rows || x0 + column >= cols) return;
          std::int32_t sum = 0;
          for (int k = 0; k <= 2 * radius; ++k) sum += sums(row + k, column);
          out(y0 + row, x0 + column) = sum;
        });
      });
}
// [/]
