// [kokkos]
using Space = Kokkos::DefaultExecutionSpace;
template <class T>
using View = Kokkos::View<T, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using Team = Kokkos::TeamPolicy<Space>::member_type;

constexpr unsigned tile = Arguments::tile;
constexpr unsigned threads = tilebridge::on_gpu ? tile * Arguments::rows_per_pass : 1;  // per team
constexpr unsigned width = tilebridge::on_gpu ? tile : 1;  // of a team, along rows
/// A team reads rows into it, and writes its columns as rows.
using Staged = Kokkos::View<float[tile][tile], Kokkos::LayoutRight, Space::scratch_memory_space,
                            Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// On a GPU each thread moves four elements of a tile, 8 rows apart.
void yours(const Arguments& a, const Space& space) {
  const View<const float**> in(a.in, a.rows, a.cols);
  const View<float**> out(a.out, a.cols, a.rows);
  const unsigned rows = a.rows, cols = a.cols;
  const unsigned across = tilebridge::covering(cols, tile);
  const unsigned tiles = across * tilebridge::covering(rows, tile);
  Kokkos::TeamPolicy<Space> policy(space, static_cast<int>(tiles), static_cast<int>(threads));
  policy.set_scratch_size(0, Kokkos::PerTeam(Staged::shmem_size()));
  Kokkos::parallel_for(
      "padding", policy, KOKKOS_LAMBDA(const Team& team) {
        const Staged staged(team.team_scratch(0));
        const auto number = static_cast<unsigned>(team.league_rank());
        const unsigned x0 = number % across * tile, y0 = number / across * tile;
        // Unsigned: only then the compiler knows that a GPU's thread has one column.
        const unsigned x = static_cast<unsigned>(team.team_rank()) % width;
        const unsigned y = static_cast<unsigned>(team.team_rank()) / width;
        for (unsigned r = y; r < tile; r += threads / width)
          for (unsigned c = x; c < tile; c += width)
            if (x0 + c < cols && y0 + r < rows) staged(r, c) = in(y0 + r, x0 + c);
        team.team_barrier();
        for (unsigned c = y; c < tile; c += threads / width)
          for (unsigned r = x; r < tile; r += width)
            if (x0 + c < cols && y0 + r < rows) out(x0 + c, y0 + r) = staged(r, c);
      });
}
// [/]
