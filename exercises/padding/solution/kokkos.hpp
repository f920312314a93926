// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr int tile = Arguments::tile;
constexpr int threads = tilebridge::on_gpu ? tile * Arguments::rows_per_pass : 1;  // per team
constexpr unsigned elements = tile * tile / threads;  // of a tile, per thread
/// It has one column more than it needs, so that a column of it is in 32 banks.
using Staged = Kokkos::View<float[tile][tile + 1], Kokkos::LayoutRight, Space::scratch_memory_space,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// On a GPU each thread moves four elements of a tile, 8 rows apart.
void yours(const Arguments& a, const Space& space) {
  const View<const float**> in(a.in, a.rows, a.cols);
  const View<float**> out(a.out, a.cols, a.rows);
  const int rows = a.rows, cols = a.cols;
  const int across = static_cast<int>(tilebridge::covering(cols, tile));
  const int tiles = across * static_cast<int>(tilebridge::covering(rows, tile));
  Kokkos::TeamPolicy<Space> policy(space, tiles, threads);
  policy.set_scratch_size(0, Kokkos::PerTeam(Staged::shmem_size()));
  Kokkos::parallel_for(
      "padding", policy, KOKKOS_LAMBDA(const Team& team) {
        const Staged staged(team.team_scratch(0));
        const int x0 = team.league_rank() % across * tile;
        const int y0 = team.league_rank() / across * tile;
        // All of a thread's loads come before its first store: the compiler does not know that
        // scratch memory is not the input. The loops are unrolled, since their lengths are
        // constant.
        const auto rank = static_cast<unsigned>(team.team_rank());
        const auto row = [=](unsigned k) { return static_cast<int>((rank + k * threads) / tile); };
        const auto column = [=](unsigned k) {
          return static_cast<int>((rank + k * threads) % tile);
        };
        float held[elements];
        for (unsigned k = 0; k < elements; ++k) {
          const int y = y0 + row(k), x = x0 + column(k);
          held[k] = x < cols && y < rows ? in(y, x) : 0;
        }
        for (unsigned k = 0; k < elements; ++k) staged(row(k), column(k)) = held[k];
        team.team_barrier();
        for (unsigned k = 0; k < elements; ++k) held[k] = staged(column(k), row(k));
        for (unsigned k = 0; k < elements; ++k) {
          const int x = x0 + row(k), y = y0 + column(k);
          if (x < cols && y < rows) out(x, y) = held[k];
        }
      });
}
// [/]
