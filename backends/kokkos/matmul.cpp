// One thread an element of C; what differs is where it reads its row of A and column of B.
#include "catalogue/matmul.hpp"

#include "backends/kokkos/divisor.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/team.hpp"

namespace tilebridge::kokkos {
namespace {

/// What every variant has: the matrices, and which tile × tile square of C a team works on.
template <class Exec, int tile>
struct Tiles {
  Matrix<const float, Exec> a, b;  // m × k and k × n
  Matrix<float, Exec> c;           // m × n
  int m, n, k;
  Divisor tiles_across;  // in a row of tiles of C

  explicit Tiles(const Matmul& p)
      : a(p.a, p.m, p.k),
        b(p.b, p.k, p.n),
        c(p.c, p.m, p.n),
        m(p.m),
        n(p.n),
        k(p.k),
        tiles_across((p.n + tile - 1) / tile) {}

  /// The first row and column of a team's tile.
  struct Corner {
    int row, column;
  };
  KOKKOS_FUNCTION Corner corner(const TeamMember<Exec>& team) const {
    const int down = tiles_across.quotient(team.league_rank());
    return {down * tile, tiles_across.remainder(team.league_rank(), down) * tile};
  }
};

template <class Exec, int tile>
struct Direct : Tiles<Exec, tile> {
  using Tiles<Exec, tile>::Tiles;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto [row0, column0] = this->corner(team);
    for_each_thread<Exec, tile * tile>(team, [&](int thread) {
      const int row = row0 + thread / tile;
      const int column = column0 + thread % tile;
      if (row >= this->m || column >= this->n) return;
      float sum = 0;
      for (int i = 0; i < this->k; ++i) sum += this->a(row, i) * this->b(i, column);
      this->c(row, column) = sum;
    });
  }

  static std::size_t scratch_bytes() { return 0; }
};

/// Four neighbours in a row of A's tile. Of a View of float in scratch memory the compiler knows
/// an alignment of no more than 8 bytes, and would read one float at a time.
struct alignas(16) Quad {
  float element[4];
};

template <class Exec, int tile>
struct Tiled : Tiles<Exec, tile> {
  static constexpr int block_size = tile * tile;
  using TileA = Scratch<Quad[tile][tile / 4], Exec>;
  using TileB = Scratch<float[tile][tile], Exec>;

  using Tiles<Exec, tile>::Tiles;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const TileA tile_a(team.team_scratch(0));
    const TileB tile_b(team.team_scratch(0));
    const auto [row0, column0] = this->corner(team);
    PerThread<Exec, float, block_size> sums;
    for (int first = 0; first < this->k; first += tile) {
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const int y = thread / tile;
        const int x = thread % tile;
        const bool in_a = (row0 + y < this->m) & (first + x < this->k);
        const bool in_b = (first + y < this->k) & (column0 + x < this->n);
        const float of_a = in_a ? this->a(row0 + y, first + x) : 0;
        const float of_b = in_b ? this->b(first + y, column0 + x) : 0;
        tile_a(y, x / 4).element[x % 4] = of_a;
        tile_b(y, x) = of_b;
      });
      team.team_barrier();
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        sums(thread) = add_products(tile_a, tile_b, thread / tile, thread % tile, sums(thread));
      });
      team.team_barrier();  // nobody may still be reading when the next tiles come
    }
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int row = row0 + thread / tile;
      const int column = column0 + thread % tile;
      if (row < this->m && column < this->n) this->c(row, column) = sums(thread);
    });
  }

  /// `sum` and the products of row y of A's tile and column x of B's.
  KOKKOS_FORCEINLINE_FUNCTION static float add_products(const TileA& tile_a, const TileB& tile_b,
                                                        int y, int x, float sum) {
    for (int i = 0; i < tile; i += 4) {
      const Quad four = tile_a(y, i / 4);
      for (int j = 0; j < 4; ++j) sum += four.element[j] * tile_b(i + j, x);
    }
    return sum;
  }

  static std::size_t scratch_bytes() { return TileA::shmem_size() + TileB::shmem_size(); }
};

template <class Exec, template <class, int> class Functor, int tile>
void in_teams(const Matmul& p, const Exec& exec) {
  constexpr int blocks_wanted = 2048 / (tile * tile);  // as native: at most 32 registers a thread
  using Policy = TeamPolicy<Exec, tile * tile, blocks_wanted>;
  if (p.m == 0 || p.n == 0) return;
  const std::size_t tiles =
      ceil_div(static_cast<std::size_t>(p.m), tile) * ceil_div(static_cast<std::size_t>(p.n), tile);
  auto policy = team_policy<Policy>(exec, tiles, tile * tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor<Exec, tile>::scratch_bytes()));
  Kokkos::parallel_for("matmul", policy, Functor<Exec, tile>(p));
}

/// Kokkos's own tile and order of iteration.
template <class Exec>
struct Element {
  Matrix<const float, Exec> a, b;
  Matrix<float, Exec> c;
  int k;

  explicit Element(const Matmul& p)
      : a(p.a, p.m, p.k), b(p.b, p.k, p.n), c(p.c, p.m, p.n), k(p.k) {}

  KOKKOS_FUNCTION void operator()(int row, int column) const {
    float sum = 0;
    for (int i = 0; i < k; ++i) sum += a(row, i) * b(i, column);
    c(row, column) = sum;
  }
};

}  // namespace

template <class Exec>
void add_matmul(Registrar<Exec>& kokkos) {
  kokkos.add("matmul/direct", in_teams<Exec, Direct, 16>);
  kokkos.add("matmul/tile16", in_teams<Exec, Tiled, 16>);
  kokkos.add("matmul/tile32", in_teams<Exec, Tiled, 32>);
  kokkos.add("matmul/mdrange", [](const Matmul& p, const Exec& exec) {
    using Policy = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
    if (p.m > 0 && p.n > 0)
      Kokkos::parallel_for("matmul/mdrange", Policy(exec, {0, 0}, {p.m, p.n}), Element<Exec>(p));
  });
}

template void add_matmul(Registrar<HostExecution>&);
#ifdef TILEBRIDGE_KOKKOS_GPU
template void add_matmul(Registrar<GpuExecution>&);
#endif

}  // namespace tilebridge::kokkos
