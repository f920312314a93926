// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
template <class T>
using Scratch = Kokkos::View<T, Kokkos::LayoutRight, Space::scratch_memory_space,
                             Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr int tile = Arguments::tile, depth = Arguments::depth;
constexpr int side = tilebridge::on_gpu ? Arguments::threads : 1;  // a team has side × side threads
constexpr int sums = tile / side;                                  // rows and columns of a thread
using TileOfA = Scratch<std::int32_t[tile][depth]>;
using TileOfB = Scratch<std::int32_t[depth][tile]>;

/// The rows and columns of a thread are `side` apart, so that neighbouring threads read
/// neighbouring words.
void yours(const Arguments& p, const Space& space) {
  const View<const std::int32_t**> a(p.a, p.m, p.k), b(p.b, p.k, p.n);
  const View<std::int32_t**> c(p.c, p.m, p.n);
  const int m = p.m, n = p.n, k = p.k;
  const int across = static_cast<int>(tilebridge::covering(n, tile));
  const int tiles = across * static_cast<int>(tilebridge::covering(m, tile));
  Kokkos::TeamPolicy<Space> policy(space, tiles, side * side);
  policy.set_scratch_size(0, Kokkos::PerTeam(TileOfA::shmem_size() + TileOfB::shmem_size()));
  Kokkos::parallel_for(
      "registers", policy, KOKKOS_LAMBDA(const Team& team) {
        const TileOfA a_tile(team.team_scratch(0));
        const TileOfB b_tile(team.team_scratch(0));
        const int y0 = team.league_rank() / across * tile;
        const int x0 = team.league_rank() % across * tile;
        const int row = team.team_rank() / side, column = team.team_rank() % side;
        std::int32_t sum[sums][sums] = {};
        for (int first = 0; first < k; first += depth) {
          for (int e = team.team_rank(); e < tile * depth; e += side * side) {
            const int y = y0 + e / depth, a_column = first + e % depth;
            const int b_row = first + e / tile, x = x0 + e % tile;
            a_tile(e / depth, e % depth) = y < m && a_column < k ? a(y, a_column) : 0;
            b_tile(e / tile, e % tile) = b_row < k && x < n ? b(b_row, x) : 0;
          }
          team.team_barrier();
          for (int i = 0; i < depth; ++i) {
            std::int32_t of_a[sums], of_b[sums];
            for (int s = 0; s < sums; ++s) {
              of_a[s] = a_tile(row + s * side, i);
              of_b[s] = b_tile(i, column + s * side);
            }
            for (int r = 0; r < sums; ++r)
              for (int s = 0; s < sums; ++s) sum[r][s] += of_a[r] * of_b[s];
          }
          team.team_barrier();
        }
        for (int r = 0; r < sums; ++r)
          for (int s = 0; s < sums; ++s) {
            const int y = y0 + row + r * side, x = x0 + column + s * side;
            if (y < m && x < n) c(y, x) = sum[r][s];
          }
      });
}
// [/]
