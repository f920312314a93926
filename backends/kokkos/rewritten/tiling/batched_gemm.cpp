// SPDX-License-Identifier: Apache-2.0
// Many small matrix products without a range's loops. A thread of register_tile has several
// elements of C.
#include "catalogue/tiling/batched_gemm.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::rewritten::batched_gemm_experiment {
namespace {

using namespace techniques;

template <int size>
struct OneMatrix {
  static constexpr int threads = size * size;
  static constexpr int elements = size * size;
  static constexpr int matrices = 1;
};

/// Threads that an SM should hold. For fewer threads the compiler takes 40 registers for each, and
/// one team of 1024 fits.
constexpr int most_threads = 2048;

/// A team has Block::matrices matrices.
template <class Exec, class T, int size, class Block>
struct Staged {
  static constexpr int vector = pack_width<T>;
  static constexpr int passes = Block::elements / Block::threads;
  /// In Packs: for a View of float in scratch memory the compiler can assume an alignment of only 8
  /// bytes, and would read one float at a time.
  using TileA = Scratch<Pack<T>[Block::elements / vector], Exec>;
  using TileB = Scratch<T[Block::elements], Exec>;

  Vector<const T, Exec> a, b;
  Vector<T, Exec> c;
  std::size_t elements;

  explicit Staged(const BatchedGemm<T>& g)
      : elements(static_cast<std::size_t>(g.batch) * (size * size)) {
    a = Vector<const T, Exec>(g.a, elements);
    b = Vector<const T, Exec>(g.b, elements);
    c = Vector<T, Exec>(g.c, elements);
  }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto tile_a = scratch<TileA>(team);
    const auto tile_b = scratch<TileB>(team);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * Block::elements;
    for_each_thread<Exec, Block::threads>(
        team, [&](int thread) { stage(tile_a, tile_b, first, thread); });
    team.team_barrier();
    for_each_thread<Exec, Block::threads>(team, [&](int thread) {
      unrolled<passes>([&](int pass) {
        const int e = thread + pass * Block::threads;
        if (first + e < elements) c(first + e) = product(tile_a, tile_b, e);
      });
    });
  }

  KOKKOS_FORCEINLINE_FUNCTION void stage(const TileA& tile_a, const TileB& tile_b,
                                         std::size_t first, int thread) const {
    T of_a[passes], of_b[passes];
    unrolled<passes>([&](int pass) {
      const std::size_t i = first + thread + pass * Block::threads;
      of_a[pass] = i < elements ? a(i) : 0;
      of_b[pass] = i < elements ? b(i) : 0;
    });
    unrolled<passes>([&](int pass) {
      const int e = thread + pass * Block::threads;
      tile_a(e / vector).values[e % vector] = of_a[pass];
      tile_b(e) = of_b[pass];
    });
  }

  /// Multiplies A's row and B's column that element `e` of C is in.
  KOKKOS_FORCEINLINE_FUNCTION static T product(const TileA& tile_a, const TileB& tile_b, int e) {
    const int row = e / size * (size / vector);
    const int column = e / (size * size) * (size * size) + e % size;
    T sum = 0;
    for (int k = 0; k < size; k += vector) {
      const Pack<T> some = tile_a(row + k / vector);
      for (int j = 0; j < vector; ++j) sum += some.values[j] * tile_b(column + (k + j) * size);
    }
    return sum;
  }
};

template <template <int> class BlockOf, class T, class Exec>
void staged_rewritten(const BatchedGemm<T>& g, const Exec& exec) {
  if (g.batch == 0) return;
  with_matrix_size(g.size, [&](auto size) {
    using Block = BlockOf<decltype(size)::value>;
    using Functor = Staged<Exec, T, decltype(size)::value, Block>;
    constexpr int blocks = most_threads / Block::threads < 32 ? most_threads / Block::threads : 32;
    using Policy = TeamPolicy<Exec, Block::threads, blocks>;
    auto policy = team_policy<Policy>(exec, ceil_div(g.batch, Block::matrices), Block::threads);
    policy.set_scratch_size(
        0, Kokkos::PerTeam(Functor::TileA::shmem_size() + Functor::TileB::shmem_size()));
    Kokkos::parallel_for("batched_gemm/staged", policy, Functor(g));
  });
}

/// Only GPUs run this: a team has exactly Block::threads threads.
template <class Exec, class T, int size>
struct RegisterTile {
  using Block = GemmPieces<T, size>;
  using Tile = Scratch<Pack<T>[Block::packs], Exec>;

  Vector<const Pack<T>, Exec> a, b;
  Vector<Pack<T>, Exec> c;
  std::size_t packs;

  explicit RegisterTile(const BatchedGemm<T>& g)
      : packs(static_cast<std::size_t>(g.batch) * Block::packs_of_matrix) {
    a = Vector<const Pack<T>, Exec>(reinterpret_cast<const Pack<T>*>(g.a), packs);
    b = Vector<const Pack<T>, Exec>(reinterpret_cast<const Pack<T>*>(g.b), packs);
    c = Vector<Pack<T>, Exec>(reinterpret_cast<Pack<T>*>(g.c), packs);
  }

  /// Says where a thread's elements of C are, in packs of a block's matrices. Its rows are `down`
  /// rows apart: neighbouring threads have neighbouring rows, which lie in different banks.
  struct Place {
    int matrix, row, column;

    KOKKOS_FUNCTION explicit Place(int thread)
        : matrix(thread / (Block::across * Block::down) * Block::packs_of_matrix),
          row(thread / Block::across % Block::down),
          column(thread % Block::across) {}

    KOKKOS_FORCEINLINE_FUNCTION int begin_of_row(int i) const {
      return matrix + (row + i * Block::down) * Block::across;
    }
  };

  struct Sums {
    Pack<T> of[Block::rows];
  };

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto tile_a = scratch<Tile>(team);
    const auto tile_b = scratch<Tile>(team);
    const int thread = thread_rank(team);
    const std::size_t first = static_cast<std::size_t>(team.league_rank()) * Block::packs;
    stage(tile_a, tile_b, first, thread);
    team.team_barrier();
    const Place place(thread);
    Sums sums = {};
    unrolled<Block::across>([&](int k) { add_products(tile_a, tile_b, place, k, sums); });
    if (first + place.matrix >= packs) return;
    unrolled<Block::rows>(
        [&](int i) { c(first + place.begin_of_row(i) + place.column) = sums.of[i]; });
  }

  KOKKOS_FORCEINLINE_FUNCTION void stage(const Tile& tile_a, const Tile& tile_b, std::size_t first,
                                         int thread) const {
    Pack<T> of_a[Block::rows], of_b[Block::rows];
    unrolled<Block::rows>([&](int i) {
      const std::size_t pack = first + thread + i * Block::threads;
      of_a[i] = pack < packs ? a(pack) : Pack<T>{};
      of_b[i] = pack < packs ? b(pack) : Pack<T>{};
    });
    unrolled<Block::rows>([&](int i) {
      tile_a(thread + i * Block::threads) = of_a[i];
      tile_b(thread + i * Block::threads) = of_b[i];
    });
  }

  /// Adds the products of pack k of A's rows, of `width` elements, with `width` rows of B.
  KOKKOS_FORCEINLINE_FUNCTION static void add_products(const Tile& tile_a, const Tile& tile_b,
                                                       const Place& place, int k, Sums& sums) {
    Pack<T> of_a[Block::rows];
    unrolled<Block::rows>([&](int i) { of_a[i] = tile_a(place.begin_of_row(i) + k); });
    unrolled<Block::width>([&](int w) {
      const Pack<T> of_b =
          tile_b(place.matrix + (k * Block::width + w) * Block::across + place.column);
      unrolled<Block::rows>([&](int i) {
        unrolled<Block::width>(
            [&](int x) { sums.of[i].values[x] += of_a[i].values[w] * of_b.values[x]; });
      });
    });
  }
};

template <class T, class Exec>
void register_tile(const BatchedGemm<T>& g, const Exec& exec) {
  if (g.batch == 0) return;
  with_matrix_size(g.size, [&](auto size) {
    using Functor = RegisterTile<Exec, T, decltype(size)::value>;
    using Block = typename Functor::Block;
    using Policy = TeamPolicy<Exec, Block::threads,
                              blocks_held(Block::blocks, 2 * Block::packs * sizeof(Pack<T>))>;
    auto policy = team_policy<Policy>(exec, ceil_div(g.batch, Block::matrices), Block::threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(2 * Functor::Tile::shmem_size()));
    Kokkos::parallel_for("batched_gemm/register_tile", policy, Functor(g));
  });
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("batched_gemm/team_rewritten", staged_rewritten<OneMatrix, T, Exec>);
    kokkos.add("batched_gemm/packed_rewritten", staged_rewritten<PackedMatrices, T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("batched_gemm/register_tile", register_tile<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::rewritten::batched_gemm_experiment
