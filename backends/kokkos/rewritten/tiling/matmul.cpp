// SPDX-License-Identifier: Apache-2.0
// One element of C per thread, whose sum is in a register; in the tuned variants several elements.
// On tensor cores: by CUDA's instructions in a functor.
#include "catalogue/tiling/matmul.hpp"

#include <type_traits>

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

#ifdef KOKKOS_ENABLE_CUDA
#include "backends/instructions/tensor_product.hpp"
#endif

namespace tilebridge::kokkos::rewritten::matmul_experiment {
namespace {

using namespace techniques;

template <class Exec, class T, int tile>
struct Tiled {
  static constexpr int block_size = tile * tile;
  static constexpr int vector = pack_width<T>;
  /// A's tile is in Packs: for a View of float in scratch memory the compiler can assume an
  /// alignment of only 8 bytes, and would read one float at a time.
  using TileA = Scratch<Pack<T>[tile][tile / vector], Exec>;
  using TileB = Scratch<T[tile][tile], Exec>;

  Matrix<const T, Exec> a, b;  // m × k and k × n
  Matrix<T, Exec> c;           // m × n
  int m, n, k;
  Divisor tiles_across;  // per row of tiles of C

  explicit Tiled(const Matmul<T>& p)
      : a(p.a, p.m, p.k),
        b(p.b, p.k, p.n),
        c(p.c, p.m, p.n),
        m(p.m),
        n(p.n),
        k(p.k),
        tiles_across((p.n + tile - 1) / tile) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto tile_a = scratch<TileA>(team);
    const auto tile_b = scratch<TileB>(team);
    const int down = tiles_across.quotient(team.league_rank());
    const int row0 = down * tile;
    const int column0 = tiles_across.remainder(team.league_rank(), down) * tile;
    // Row lengths have 32 bits, as in native code. The strides of a two-dimensional View have 64
    // bits, and indexing it takes three multiplications instead of one.
    const Vector<const T, Exec> flat_a(a.data(), a.size()), flat_b(b.data(), b.size());
    PerThread<Exec, T, block_size> sums;
    for (int first = 0; first < k; first += tile) {
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        const int y = thread / tile;
        const int x = thread % tile;
        const bool in_a = (row0 + y < m) & (first + x < k);
        const bool in_b = (first + y < k) & (column0 + x < n);
        const T of_a = in_a ? flat_a(at(row0 + y, first + x, k)) : 0;
        const T of_b = in_b ? flat_b(at(first + y, column0 + x, n)) : 0;
        tile_a(y, x / vector).values[x % vector] = of_a;
        tile_b(y, x) = of_b;
      });
      team.team_barrier();
      for_each_thread<Exec, block_size>(team, [&](int thread) {
        sums(thread) = add_products(tile_a, tile_b, thread / tile, thread % tile, sums(thread));
      });
      team.team_barrier();  // all reads must finish before the next tiles are stored
    }
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int row = row0 + thread / tile;
      const int column = column0 + thread % tile;
      if (row < m && column < n) c(row, column) = sums(thread);
    });
  }

  /// `sum` plus the products of row y of A's tile and column x of B's.
  KOKKOS_FORCEINLINE_FUNCTION static T add_products(const TileA& tile_a, const TileB& tile_b, int y,
                                                    int x, T sum) {
    for (int i = 0; i < tile; i += vector) {
      const Pack<T> some = tile_a(y, i / vector);
      for (int j = 0; j < vector; ++j) sum += some.values[j] * tile_b(i + j, x);
    }
    return sum;
  }

  static std::size_t scratch_bytes() { return TileA::shmem_size() + TileB::shmem_size(); }
};

template <int tile, class T, class Exec>
void tiled_rewritten(const Matmul<T>& p, const Exec& exec) {
  using Functor = Tiled<Exec, T, tile>;
  constexpr int blocks_wanted = 2048 / (tile * tile);  // all 2048 threads of an SM
  using Policy = TeamPolicy<Exec, tile * tile, blocks_wanted>;
  if (p.m == 0 || p.n == 0) return;
  const std::size_t tiles =
      ceil_div(static_cast<std::size_t>(p.m), tile) * ceil_div(static_cast<std::size_t>(p.n), tile);
  auto policy = team_policy<Policy>(exec, tiles, tile * tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  Kokkos::parallel_for("matmul", policy, Functor(p));
}

template <class Tile, class T>
std::size_t tiles_of(const Matmul<T>& p) {
  return ceil_div(static_cast<std::size_t>(p.m), Tile::rows) *
         ceil_div(static_cast<std::size_t>(p.n), Tile::columns);
}

/// C is in registers. The next stage is loaded while the products of the current one are added.
template <class Exec, class T, class Tile, int width>
class RegisterTiled {
 public:
  RegisterTiled(const Matmul<T>& p, const Parts& parts)
      : a_(reinterpret_cast<const Pack<T, width>*>(p.a), at(p.m, 0, p.k) / width),
        b_(reinterpret_cast<const Pack<T, width>*>(p.b), at(p.k, 0, p.n) / width),
        c_(reinterpret_cast<Pack<T, width>*>(p.c), parts.count * at(p.m, 0, p.n) / width),
        m_(p.m),
        n_(p.n),
        k_(p.k),
        length_(parts.length),
        tiles_(static_cast<int>(tiles_of<Tile>(p))),
        tiles_across_((p.n + Tile::columns - 1) / Tile::columns) {}

  /// The next stage's loads are placed before the barrier: the compiler would sink them to their
  /// uses, but not across a barrier. The first stage is the one that may be partial, so that the
  /// loads in the loop need no condition.
  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const Stages stages(team);
    const Place place = place_of(team);
    Share share = share_of(place);
    Cursor cursor(place);
    Sums sums = {};
    const int count = Products(k_, place.part, length_).count;
    const int left_over = count > 0 ? (count - 1) % Tile::depth + 1 : 0;
    load<false>(place, left_over, share);
    store(share, stages, cursor);
    for (int done = left_over; done < count; done += Tile::depth) {
      cursor.turn();
      load<true>(place, Tile::depth, share);
      team.team_barrier();
      add_products(stages, cursor, sums);
      store(share, stages, cursor);
    }
    cursor.turn();
    team.team_barrier();
    add_products(stages, cursor, sums);
    store(place, sums);
  }

  static std::size_t scratch_bytes() { return StagesOfA::shmem_size() + StagesOfB::shmem_size(); }

 private:
  static constexpr int vector = Tile::vector;
  static constexpr int a_vectors = Tile::thread_rows / vector;
  static constexpr int b_vectors = Tile::thread_columns / vector;
  static constexpr int a_packs = Tile::rows * Tile::depth / width / Tile::threads;
  static constexpr int b_packs = Tile::columns * Tile::depth / width / Tile::threads;

  // A team reads A slab by slab. A thread's packs are whole rows or slabs apart.
  static constexpr int row_packs = Tile::slab / width;
  static constexpr int slab_packs = row_packs * Tile::rows;
  static_assert(slab_packs % Tile::threads == 0 && Tile::threads % (Tile::columns / width) == 0);

  /// A team's scratch memory, typed the way it is read and written: two stages of A, transposed,
  /// and of B.
  using StagesOfA = Scratch<Pack<T>[2 * Tile::depth * Tile::pitch / vector], Exec>;
  using StagesOfB = Scratch<Pack<T>[2 * Tile::depth * Tile::columns / vector], Exec>;
  struct Stages {
    StagesOfA a;
    StagesOfB b;
    Scratch<T[2 * Tile::depth * Tile::pitch], Exec> a_elements;
    Scratch<Pack<T, width>[2 * Tile::depth * Tile::columns / width], Exec> b_packs;

    KOKKOS_FUNCTION explicit Stages(const TeamMember<Exec>& team)
        : a(team.team_scratch(0)),
          b(team.team_scratch(0)),
          a_elements(reinterpret_cast<T*>(a.data())),
          b_packs(reinterpret_cast<Pack<T, width>*>(b.data())) {}
  };

  /// The first row and column of the team's tile and, within the tile, of the thread's sums and
  /// packs.
  struct Place {
    int part;  // of k
    int row, column;
    int sums_row, sums_column;
    int a_row, a_column;
    int b_row, b_column;
  };
  KOKKOS_FUNCTION Place place_of(const TeamMember<Exec>& team) const {
    const int part = tiles_.quotient(team.league_rank());
    const int tile = tiles_.remainder(team.league_rank(), part);
    const int down = tiles_across_.quotient(tile);
    const int across = tiles_across_.remainder(tile, down);
    const int thread = thread_rank(team);
    const int lane = thread % Tile::lanes;
    const int warp = thread / Tile::lanes;
    return {part,
            down * Tile::rows,
            across * Tile::columns,
            warp % Tile::warps_down * Tile::warp_rows + Tile::lane_row(lane) * vector,
            warp / Tile::warps_down * Tile::warp_columns + Tile::lane_column(lane) * vector,
            thread / row_packs % Tile::rows,
            thread / slab_packs * Tile::slab + thread % row_packs * width,
            thread / (Tile::columns / width),
            thread % (Tile::columns / width) * width};
  }
  // Distances in the tile from the thread's first sum, or its first pack.
  static constexpr int rows_on(int y) {
    return y / vector * Tile::lanes_down * vector + y % vector;
  }
  static constexpr int columns_on(int x) {
    return x / vector * Tile::lanes_across * vector + x % vector;
  }
  static constexpr int a_rows_on(int i) { return i * Tile::threads % slab_packs / row_packs; }
  static constexpr int a_columns_on(int i) { return i * Tile::threads / slab_packs * Tile::slab; }
  static constexpr int b_rows_on(int i) { return i * Tile::threads / (Tile::columns / width); }

  /// The places where a thread reads and writes in the stages. If the kernel kept only the stage's
  /// number, the compiler would compute these indices again after every barrier to save registers;
  /// from indices of elements it would divide there, as signed numbers.
  struct Cursor {
    int a_read, b_read;  // in vectors
    int a_write;         // in elements
    int b_write;         // in packs of `width`
    int other;           // rows from the stage being read to the one being written

    KOKKOS_FUNCTION explicit Cursor(const Place& place)
        : a_read((Tile::depth * Tile::pitch + place.sums_row) / vector),
          b_read((Tile::depth * Tile::columns + place.sums_column) / vector),
          a_write(place.a_column * Tile::pitch + place.a_row),
          b_write((place.b_row * Tile::columns + place.b_column) / width),
          other(-Tile::depth) {}

    KOKKOS_FORCEINLINE_FUNCTION void turn() {
      a_read += other * (Tile::pitch / vector);
      b_read += other * (Tile::columns / vector);
      a_write -= other * Tile::pitch;
      b_write -= other * (Tile::columns / width);
      other = -other;
    }
  };

  /// Says where a pack is loaded from. A pointer saves adding the View's address for each load.
  /// For single elements there would be too many pointers: they would cost moves.
  using From = std::conditional_t<(width > 1), const Pack<T, width>*, std::size_t>;
  using Packs = Vector<const Pack<T, width>, Exec>;
  KOKKOS_FUNCTION static From from(const Packs& packs, std::size_t i) {
    if constexpr (width > 1)
      return packs.data() + i;
    else
      return i;
  }
  KOKKOS_FUNCTION static Pack<T, width> pack_at(const Packs& packs, From from) {
    if constexpr (width > 1)
      return *from;
    else
      return packs(from);
  }

  /// A thread's share of the next stage, on its way through registers, and where it is loaded from.
  struct Share {
    From a_from[a_packs];
    From b_from;  // of the first pack: the others lie in the same columns
    Pack<T, width> a[a_packs];
    Pack<T, width> b[b_packs];
  };

  struct Sums {
    T of[Tile::thread_rows][Tile::thread_columns];
  };

  KOKKOS_FUNCTION static int minimum(int last, int i) { return i < last ? i : last; }

  /// Rows and columns beyond C's edges repeat the last one: their products are never stored.
  KOKKOS_FORCEINLINE_FUNCTION Share share_of(const Place& place) const {
    Share share;
    const int first = Products(k_, place.part, length_).first;
    unrolled<a_packs>([&](int i) {
      const int row = minimum(m_ - 1, place.row + place.a_row + a_rows_on(i));
      share.a_from[i] = from(a_, at(row, first + place.a_column + a_columns_on(i), k_) / width);
    });
    const int column = minimum(n_ - width, place.column + place.b_column);
    share.b_from = from(b_, at(first + place.b_row, column, n_) / width);
    return share;
  }

  /// The next `depth` columns of A and rows of B, with zeros where a stage extends beyond them; a
  /// `whole` stage does not.
  template <bool whole>
  KOKKOS_FORCEINLINE_FUNCTION void load(const Place& place, int depth, Share& share) const {
    unrolled<a_packs>([&](int i) {
      const bool in = whole || place.a_column + a_columns_on(i) < depth;
      share.a[i] = in ? pack_at(a_, share.a_from[i]) : Pack<T, width>{};
      share.a_from[i] += depth / width;
    });
    unrolled<b_packs>([&](int i) {
      const bool in = whole || place.b_row + b_rows_on(i) < depth;
      share.b[i] =
          in ? pack_at(b_, share.b_from + at(b_rows_on(i), 0, n_ / width)) : Pack<T, width>{};
    });
    share.b_from += at(depth, 0, n_ / width);
  }

  KOKKOS_FORCEINLINE_FUNCTION static void store(const Share& share, const Stages& stages,
                                                const Cursor& cursor) {
    unrolled<a_packs>([&](int i) {
      const int first = cursor.a_write + a_columns_on(i) * Tile::pitch + a_rows_on(i);
      unrolled<width>(
          [&](int e) { stages.a_elements(first + e * Tile::pitch) = share.a[i].values[e]; });
    });
    unrolled<b_packs>(
        [&](int i) { stages.b_packs(cursor.b_write + i * Tile::threads) = share.b[i]; });
  }

  KOKKOS_FORCEINLINE_FUNCTION static void add_products(const Stages& stages, const Cursor& cursor,
                                                       Sums& sums) {
    unrolled<Tile::depth>([&](int i) {
      Pack<T> a[a_vectors];
      Pack<T> b[b_vectors];
      unrolled<a_vectors>([&](int q) {
        a[q] = stages.a(cursor.a_read + i * Tile::pitch / vector + q * Tile::lanes_down);
      });
      unrolled<b_vectors>([&](int q) {
        b[q] = stages.b(cursor.b_read + i * Tile::columns / vector + q * Tile::lanes_across);
      });
      unrolled<Tile::thread_rows>([&](int y) {
        unrolled<Tile::thread_columns>([&](int x) {
          sums.of[y][x] += a[y / vector].values[y % vector] * b[x / vector].values[x % vector];
        });
      });
    });
  }

  /// To C, or to the matrix of the team's part.
  KOKKOS_FORCEINLINE_FUNCTION void store(const Place& place, const Sums& sums) const {
    const std::size_t begin = at(m_, 0, n_) / width * place.part;
    unrolled<Tile::thread_rows>([&](int y) {
      const int row = place.row + place.sums_row + rows_on(y);
      unrolled<Tile::thread_columns / width>([&](int pack) {
        const int x = pack * width;
        const int column = place.column + place.sums_column + columns_on(x);
        Pack<T, width> held;
        unrolled<width>([&](int e) { held.values[e] = sums.of[y][x + e]; });
        if (row < m_ && column < n_) c_(begin + at(row, column, n_) / width) = held;
      });
    });
  }

  Packs a_, b_;
  Vector<Pack<T, width>, Exec> c_;
  int m_, n_, k_;
  int length_;  // of a part of k
  Divisor tiles_, tiles_across_;
};

template <int width, class T, class Exec>
void add_parts(const OwnedVector<T, Exec>& matrices, int count, T* c, const Exec& exec) {
  const std::size_t packs = matrices.size() / count / width;
  const Vector<const Pack<T, width>, Exec> parts(
      reinterpret_cast<const Pack<T, width>*>(matrices.data()), count * packs);
  const Vector<Pack<T, width>, Exec> sums(reinterpret_cast<Pack<T, width>*>(c), packs);
  Kokkos::parallel_for(
      "matmul/add_parts", RangePolicy<Exec>(exec, 0, packs), KOKKOS_LAMBDA(std::int64_t i) {
        Pack<T, width> sum = parts(i);
        for (int part = 1; part < count; ++part) {
          const Pack<T, width> next = parts(part * packs + i);
          unrolled<width>([&](int e) { sum.values[e] += next.values[e]; });
        }
        sums(i) = sum;
      });
}

/// A launch of launch(product, its parts). The results of several parts are kept one after another
/// until they are added.
template <class Tile, int width, class T, class Exec, class Launch>
auto in_parts(const Matmul<T>& p, const Exec& exec, const Launch& launch) {
  const Parts parts = Parts::of<Tile>(p.m, p.n, p.k, exec.concurrency() / most_resident_threads);
  const OwnedVector<T, Exec> matrices(Kokkos::view_alloc(Kokkos::WithoutInitializing, "parts"),
                                      parts.count > 1 ? parts.count * at(p.m, 0, p.n) : 0);
  return [=] {
    if (p.m == 0 || p.n == 0) return;
    Matmul<T> product = p;
    if (parts.count > 1) product.c = matrices.data();
    launch(product, parts);
    if (parts.count > 1) add_parts<width, T, Exec>(matrices, parts.count, p.c, exec);
  };
}

template <class Tile, int width, class T, class Exec>
auto prepare_register_tile_of(const Matmul<T>& p, const Exec& exec) {
  // A thread has 64 sums, and 128 registers are too few for the indices of single elements: they
  // spill.
  constexpr bool many_sums = Tile::thread_rows * Tile::thread_columns >= 64;
  constexpr int blocks_wanted = width == 1 && many_sums ? 1 : Tile::blocks;
  using Policy = TeamPolicy<Exec, Tile::threads, blocks_wanted>;
  using Functor = RegisterTiled<Exec, T, Tile, width>;
  return in_parts<Tile, width>(p, exec, [exec](const Matmul<T>& product, const Parts& parts) {
    auto policy = team_policy<Policy>(exec, parts.count * tiles_of<Tile>(product), Tile::threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
    Kokkos::parallel_for("matmul/register_tile", policy, Functor(product, parts));
  });
}

/// Uses vector loads if rows begin on a 16-byte boundary, and loads of single elements otherwise.
template <class Tile, class T, class Exec>
kernels::PreparedLaunch prepare_register_tile(const Matmul<T>& p, const Exec& exec) {
  constexpr int width = pack_width<T>;
  if (p.n % width == 0 && p.k % width == 0) return prepare_register_tile_of<Tile, width>(p, exec);
  return prepare_register_tile_of<Tile, 1>(p, exec);
}

#ifdef KOKKOS_ENABLE_CUDA
/// Its scratch memory is a View of Packs: one of stages would take one stage more, to begin at a
/// multiple of its size.
template <class Tile, int width>
struct TensorTiled {
  using Stage = instructions::Stage<Tile>;
  using Stages =
      Scratch<Pack<double>[Tile::stages * sizeof(Stage) / sizeof(Pack<double>)], GpuExecution>;

  Matmul<double> p;
  int length;  // of a part of k
  Divisor tiles, tiles_across;

  KOKKOS_FUNCTION void operator()(const TeamMember<GpuExecution>& team) const {
    [[maybe_unused]] auto* const stages = reinterpret_cast<Stage*>(scratch<Stages>(team).data());
    const int part = tiles.quotient(team.league_rank());
    const int tile = tiles.remainder(team.league_rank(), part);
    const int down = tiles_across.quotient(tile);
    [[maybe_unused]] const int row = down * Tile::rows;
    [[maybe_unused]] const int column = tiles_across.remainder(tile, down) * Tile::columns;
    [[maybe_unused]] const Products products(p.k, part, length);
    [[maybe_unused]] Matmul<double> own = p;
    own.c += at(p.m, 0, p.n) * part;
    KOKKOS_IF_ON_DEVICE((instructions::multiply<Tile, width>(own, products, row, column,
                                                             thread_rank(team), stages);))
  }
};

template <int width>
auto prepare_tensor_tile_of(const Matmul<double>& p, const GpuExecution& exec) {
  using Tile = instructions::TensorTile48KiB;
  using Functor = TensorTiled<Tile, width>;
  return in_parts<Tile, width>(p, exec, [exec](const Matmul<double>& product, const Parts& parts) {
    const std::size_t tiles = tiles_of<Tile>(product);
    auto policy = team_policy<TeamPolicy<GpuExecution, Tile::threads, Tile::blocks>>(
        exec, parts.count * tiles, Tile::threads);
    policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Stages::shmem_size()));
    const std::size_t across = ceil_div(static_cast<std::size_t>(product.n), Tile::columns);
    Kokkos::parallel_for("matmul/tensor_tile", policy,
                         Functor{product, parts.length, Divisor(static_cast<int>(tiles)),
                                 Divisor(static_cast<int>(across))});
  });
}

/// Copies two elements at once if rows begin on a 16-byte boundary, and single ones otherwise.
inline kernels::PreparedLaunch tensor_tile(const Matmul<double>& p, const GpuExecution& exec) {
  const bool aligned = p.n % 2 == 0 && p.k % 2 == 0;
  if (aligned) return prepare_tensor_tile_of<2>(p, exec);
  return prepare_tensor_tile_of<1>(p, exec);
}
#elif defined(TILEBRIDGE_KOKKOS_GPU)
constexpr kernels::Feature tensor_cores = {false, "AMD's matrix cores have other instructions"};

inline void no_tensor_tile(const Matmul<double>&, const GpuExecution&) {}
#endif

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double>([&]<class T>() {
    kokkos.add("matmul/tile16_rewritten", tiled_rewritten<16, T, Exec>);
    kokkos.add("matmul/tile32_rewritten", tiled_rewritten<32, T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add_prepared("matmul/register_tile64",
                          prepare_register_tile<RegisterTile64<T>, T, Exec>);
      kokkos.add_prepared("matmul/register_tile128",
                          prepare_register_tile<RegisterTile128<T>, T, Exec>);
    }
  });
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (!is_host<Exec>) kokkos.add_prepared("matmul/tensor_tile64", tensor_tile);
#elif defined(TILEBRIDGE_KOKKOS_GPU)
  if constexpr (!is_host<Exec>) kokkos.add("matmul/tensor_tile64", no_tensor_tile, tensor_cores);
#endif
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::rewritten::matmul_experiment
