// SPDX-License-Identifier: Apache-2.0
// What the kernels of matmul.hpp read and write.
#pragma once

#include <algorithm>

#include "access/grid.hpp"
#include "catalogue/real.hpp"
#include "catalogue/tiling/matmul.hpp"

namespace tilebridge::matmul_accesses {

/// One element of C per thread; both rows of A and columns of B from global memory.
template <class Threads>
Kernel one_per_thread(const Threads& threads, const Parameters& p) {
  const std::int64_t n = p["n"];
  const std::int64_t k = p["k"];
  const int bytes = real_bytes(p);
  return {threads.blocks(),
          threads.block_size(),
          {load("a", bytes,
                threads.each([=](Place c, std::int64_t i) { return (c.y * k + i) * bytes; }), k),
           load("b", bytes,
                threads.each([=](Place c, std::int64_t i) { return (i * n + c.x) * bytes; }), k),
           store("c", bytes,
                 threads.each([=](Place c, std::int64_t) { return (c.y * n + c.x) * bytes; }))}};
}

inline std::vector<Kernel> direct(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {one_per_thread(Grid({p["m"], p["n"]}, {16, 16}), p)};
}
inline std::vector<Kernel> mdrange(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {one_per_thread(RowsFirst({p["m"], p["n"]}), p)};
}
inline std::vector<Kernel> mdrange_tile(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {one_per_thread(RowsFirst({p["m"], p["n"]}, {8, 32}), p)};
}

/// A and B through square tiles in shared memory, one element of C per thread. Step s fills tile s,
/// or takes product s, counted over all tiles. A thread reads a vector of A's tile at once, since
/// its elements are contiguous: in native code the compiler does this. In plain Kokkos it reads one
/// element at a time, and the sums have a tile of their own.
class SharedTiles {
 public:
  SharedTiles(const ModelForm& form, const Parameters& p, int tile)
      : m_(p["m"]),
        n_(p["n"]),
        k_(p["k"]),
        tile_(tile),
        tiles_(blocks_for(k_, tile)),
        bytes_(real_bytes(p)),
        vector_(form.is_plain_kokkos() ? 1 : 16 / bytes_),
        sums_in_shared_(form.is_plain_kokkos()),
        threads_({m_, n_}, {tile, tile}) {}

  Kernel kernel() const {
    Kernel kernel{
        threads_.blocks(),
        threads_.block_size(),
        {load("a", bytes_, from_a(), tiles_), load("b", bytes_, from_b(), tiles_),
         in_shared(store("a_tile", bytes_, own_in_tile(), tiles_)),
         in_shared(store("b_tile", bytes_, own_in_tile(), tiles_)),
         in_shared(load("a_tile", vector_ * bytes_, row_of_a(), tiles_ * tile_ / vector_)),
         in_shared(load("b_tile", bytes_, column_of_b(), tiles_ * tile_)),
         store("c", bytes_, threads_.each([t = *this](Place c, std::int64_t) {
           return (c.y * t.n_ + c.x) * t.bytes_;
         }))}};
    if (sums_in_shared_) add_sums(kernel);
    return kernel;
  }

 private:
  Address from_a() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t s) -> std::int64_t {
      const std::int64_t column = s * t.tile_ + c.x % t.tile_;
      return c.y < t.m_ && column < t.k_ ? (c.y * t.k_ + column) * t.bytes_ : inactive;
    });
  }
  Address from_b() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t s) -> std::int64_t {
      const std::int64_t row = s * t.tile_ + c.y % t.tile_;
      return row < t.k_ && c.x < t.n_ ? (row * t.n_ + c.x) * t.bytes_ : inactive;
    });
  }

  /// The position in its tile of the element in row `y` and column `x` of a matrix.
  std::int64_t in_tile(std::int64_t y, std::int64_t x) const {
    return (y % tile_ * tile_ + x % tile_) * bytes_;
  }
  Address own_in_tile() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t) { return t.in_tile(c.y, c.x); });
  }
  Address row_of_a() const {
    return threads_.everywhere(
        [t = *this](Place c, std::int64_t s) { return t.in_tile(c.y, s * t.vector_); });
  }
  Address column_of_b() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t s) { return t.in_tile(s, c.x); });
  }

  /// A thread's sum is set to 0, read and written back at every tile, and read once more for C.
  void add_sums(Kernel& kernel) const {
    const Address to_c =
        threads_.each([t = *this](Place c, std::int64_t) { return t.in_tile(c.y, c.x); });
    kernel.accesses.push_back(in_shared(store("sums", bytes_, own_in_tile(), 1 + tiles_)));
    kernel.accesses.push_back(in_shared(load("sums", bytes_, own_in_tile(), tiles_)));
    kernel.accesses.push_back(in_shared(load("sums", bytes_, to_c)));
  }

  std::int64_t m_, n_, k_;
  std::int64_t tile_;   // rows and columns of a tile
  std::int64_t tiles_;  // of A, and of B, that a block processes
  int bytes_;           // per element
  int vector_;          // elements of A's tile read at once
  bool sums_in_shared_;
  Grid threads_;
};

template <int tile>
std::vector<Kernel> shared_tiles(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return {SharedTiles(form, p, tile).kernel()};
}

/// C in registers. Both models make the same accesses, except for the location of their two stages
/// of A and B in shared memory. Step s of an instruction is in stage s / (executions of the
/// instruction per stage). Register spills are left out.
template <class T, class Tile>
class RegisterTiles {
 public:
  RegisterTiles(Model model, const Parameters& p)
      : m_(p["m"]),
        n_(p["n"]),
        k_(p["k"]),
        width_(n_ % vector == 0 && k_ % vector == 0 ? vector : 1),
        left_over_(k_ > 0 ? (k_ - 1) % Tile::depth + 1 : 0),
        layout_(model == Model::kokkos ? by_matrix : by_stage) {}

  Kernel kernel() const {
    const int bytes = static_cast<int>(width_) * real_bytes;
    // The first stage exists even where k is 0.
    const std::int64_t stages = std::max<std::int64_t>(blocks_for(k_, Tile::depth), 1);
    return {across() * blocks_for(m_, Tile::rows),
            Tile::threads,
            {load("a", bytes, from_a(), stages * a_packs()),
             load("b", bytes, from_b(), stages * b_packs()),
             in_shared(store("stages", real_bytes, stage_a(), stages * a_packs() * width_)),
             in_shared(store("stages", bytes, stage_b(), stages * b_packs())),
             in_shared(load("stages", vector * real_bytes, take_a(), stages * takes_of_a)),
             in_shared(load("stages", vector * real_bytes, take_b(), stages * takes_of_b)),
             store("c", bytes, to_c(), Tile::thread_rows * thread_packs())}};
  }

 private:
  static constexpr int vector = Tile::vector;
  static constexpr int real_bytes = sizeof(T);
  static constexpr int a_vectors = Tile::thread_rows / vector;
  static constexpr int b_vectors = Tile::thread_columns / vector;
  static constexpr std::int64_t takes_of_a = std::int64_t{Tile::depth} * a_vectors;
  static constexpr std::int64_t takes_of_b = std::int64_t{Tile::depth} * b_vectors;

  /// In shared memory, in elements.
  struct Layout {
    std::int64_t a_stage, b_stage;  // from a stage to the other
    std::int64_t b_first;
  };
  static constexpr std::int64_t stage_of_a = std::int64_t{Tile::depth} * Tile::pitch;
  static constexpr std::int64_t stage_of_b = std::int64_t{Tile::depth} * Tile::columns;
  static constexpr Layout by_stage = {stage_of_a + stage_of_b, stage_of_a + stage_of_b, stage_of_a};
  static constexpr Layout by_matrix = {stage_of_a, stage_of_b, 2 * stage_of_a};

  std::int64_t across() const { return blocks_for(n_, Tile::columns); }
  std::int64_t a_packs() const { return Tile::rows * Tile::depth / width_ / Tile::threads; }
  std::int64_t b_packs() const { return Tile::columns * Tile::depth / width_ / Tile::threads; }
  std::int64_t thread_packs() const { return Tile::thread_columns / width_; }

  Place corner(std::int64_t block) const {
    return {block / across() * Tile::rows, block % across() * Tile::columns};
  }
  /// For a thread's pack i in the tiles of A, in slab order, and in those of B.
  Place in_a(int rank, std::int64_t i) const {
    const std::int64_t pack = rank + i * Tile::threads;
    const std::int64_t of_row = Tile::slab / width_;
    return {pack / of_row % Tile::rows,
            pack / (of_row * Tile::rows) * Tile::slab + pack % of_row * width_};
  }
  Place in_b(int rank, std::int64_t i) const {
    const std::int64_t pack = rank + i * Tile::threads;
    const std::int64_t of_row = Tile::columns / width_;
    return {pack / of_row, pack % of_row * width_};
  }
  /// The position of a thread's sum (y, x) in the tile of C: lanes are in pairs, 8 pairs down and
  /// then 2 across.
  static Place in_c(int rank, std::int64_t y, std::int64_t x) {
    const int lane = rank % Tile::lanes;
    const int warp = rank / Tile::lanes;
    const int down = lane / 2 % Tile::lanes_down;
    const int right = lane / (2 * Tile::lanes_down) * 2 + lane % 2;
    return {warp % Tile::warps_down * Tile::warp_rows +
                (y / vector * Tile::lanes_down + down) * vector + y % vector,
            warp / Tile::warps_down * Tile::warp_columns +
                (x / vector * Tile::lanes_across + right) * vector + x % vector};
  }

  /// The first stage holds the remainder of k: index `i` of k is in it or is not loaded.
  bool in_stage(std::int64_t stage, std::int64_t i) const { return stage > 0 || i < left_over_; }
  std::int64_t first_of(std::int64_t stage) const {
    return stage > 0 ? left_over_ + (stage - 1) * Tile::depth : 0;
  }

  /// Rows and columns outside C repeat the last one.
  Address from_a() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t stage = step / t.a_packs();
      const Place at = t.in_a(thread.rank, step % t.a_packs());
      const std::int64_t row = std::min(t.corner(thread.block).y + at.y, t.m_ - 1);
      if (!t.in_stage(stage, at.x)) return inactive;
      return (row * t.k_ + t.first_of(stage) + at.x) * real_bytes;
    };
  }
  Address from_b() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t stage = step / t.b_packs();
      const Place at = t.in_b(thread.rank, step % t.b_packs());
      const std::int64_t column = std::min(t.corner(thread.block).x + at.x, t.n_ - t.width_);
      if (!t.in_stage(stage, at.y)) return inactive;
      return ((t.first_of(stage) + at.y) * t.n_ + column) * real_bytes;
    };
  }
  /// Row `row` of column i of A, and column `column` of row i of B, in the stages.
  std::int64_t staged_a(std::int64_t stage, std::int64_t i, std::int64_t row) const {
    return (stage % 2 * layout_.a_stage + i * Tile::pitch + row) * real_bytes;
  }
  std::int64_t staged_b(std::int64_t stage, std::int64_t i, std::int64_t column) const {
    return (layout_.b_first + stage % 2 * layout_.b_stage + i * Tile::columns + column) *
           real_bytes;
  }
  /// A is transposed: the elements of a pack are stored one by one.
  Address stage_a() const {
    return [t = *this](Thread thread, std::int64_t step) {
      const std::int64_t pack = step / t.width_;
      const Place at = t.in_a(thread.rank, pack % t.a_packs());
      return t.staged_a(pack / t.a_packs(), at.x + step % t.width_, at.y);
    };
  }
  Address stage_b() const {
    return [t = *this](Thread thread, std::int64_t step) {
      const Place at = t.in_b(thread.rank, step % t.b_packs());
      return t.staged_b(step / t.b_packs(), at.y, at.x);
    };
  }
  Address take_a() const {
    return [t = *this](Thread thread, std::int64_t step) {
      const Place sums = in_c(thread.rank, step % a_vectors * vector, 0);
      return t.staged_a(step / takes_of_a, step / a_vectors % Tile::depth, sums.y);
    };
  }
  Address take_b() const {
    return [t = *this](Thread thread, std::int64_t step) {
      const Place sums = in_c(thread.rank, 0, step % b_vectors * vector);
      return t.staged_b(step / takes_of_b, step / b_vectors % Tile::depth, sums.x);
    };
  }
  Address to_c() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Place first = t.corner(thread.block);
      const Place sums =
          in_c(thread.rank, step / t.thread_packs(), step % t.thread_packs() * t.width_);
      const Place c = {first.y + sums.y, first.x + sums.x};
      return c.y < t.m_ && c.x < t.n_ ? (c.y * t.n_ + c.x) * real_bytes : inactive;
    };
  }

  std::int64_t m_, n_, k_;
  std::int64_t width_;      // elements of a pack
  std::int64_t left_over_;  // columns of A and rows of B in the first stage
  Layout layout_;
};

template <template <class> class Tile>
std::vector<Kernel> register_tiles(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return with_real(p, [&](auto real) -> std::vector<Kernel> {
    using T = decltype(real);
    return {RegisterTiles<T, Tile<T>>(form.model, p).kernel()};
  });
}

}  // namespace tilebridge::matmul_accesses
