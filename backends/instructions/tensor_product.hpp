// SPDX-License-Identifier: Apache-2.0
// A block's tile of a matrix product in doubles, on tensor cores (mma.sync, since sm_80), from
// tiles that arrive in shared memory while others are used.
#pragma once

#include <cstddef>

#include "backends/instructions/async_copies.hpp"
#include "catalogue/tiling/matmul.hpp"

namespace tilebridge::instructions {

// [shown]
/// How a block divides its work. It computes rows × columns of C, from `depth` columns of A and
/// rows of B at a time, of which `stages` are in shared memory; a warp computes a part of the tile.
template <int rows_, int columns_, int depth_, int blocks_>
struct TensorTile {
  static constexpr int rows = rows_, columns = columns_, depth = depth_;
  static constexpr int blocks = blocks_;  // that an SM should hold
  static constexpr int stages = 4;
  static constexpr int warp_rows = rows / 2, warp_columns = 32;
  static constexpr int threads = 32 * 2 * (columns / warp_columns);
};
using TensorTile64 = TensorTile<64, 64, 16, 2>;
using TensorTile128 = TensorTile<128, 128, 16, 1>;
using TensorTile48KiB = TensorTile<64, 64, 8, 3>;  // of shared memory, all that some blocks have

/// Rows in shared memory are four elements longer than what is stored in them: then the elements
/// that half a warp loads for one instruction are in different banks.
template <class Tile>
struct alignas(16) Stage {
  double a[Tile::rows][Tile::depth + 4];
  double b[Tile::depth][Tile::columns + 4];
};

/// A thread's copies to one stage after another, of `width` elements each, with zeros beyond the
/// edges of A and B.
template <class Tile, int width>
class Copies {
 public:
  __device__ Copies(const Matmul<double>& p, const Products& products, int row, int column,
                    int thread)
      : a_row_(thread / a_packs),
        a_column_(thread % a_packs * width),
        b_row_(thread / b_packs),
        b_column_(thread % b_packs * width),
        rows_left_(p.m - row - a_row_),
        depth_left_(products.count),
        is_in_b_(column + b_column_ < p.n),
        a_(p.a + at(row + a_row_, products.first + a_column_, p.k)),
        b_(p.b + at(products.first + b_row_, column + b_column_, p.n)),
        a_step_(at(a_rows, 0, p.k)),
        b_step_(at(b_rows, 0, p.n)) {}

  /// Starts the copies of the next stage, if there is one: copies end in any case, since those of a
  /// stage are waited for by their number.
  __device__ void start(Stage<Tile>& stage) {
    if (depth_left_ > 0) copy(stage);
    end_of_copies();
    depth_left_ -= Tile::depth;
  }

 private:
  // The packs of a row of a tile, and the rows that the block copies at a time.
  static constexpr int a_packs = Tile::depth / width, a_rows = Tile::threads / a_packs;
  static constexpr int b_packs = Tile::columns / width, b_rows = Tile::threads / b_packs;
  static constexpr std::size_t bytes = width * sizeof(double);
  static_assert(Tile::rows % a_rows == 0 && Tile::depth % b_rows == 0);

  __device__ void copy(Stage<Tile>& stage) {
    const bool is_in_a = a_column_ < depth_left_;
    const double* from = a_;
#pragma unroll
    for (int y = 0; y < Tile::rows; y += a_rows, from += a_step_)
      copy_or_clear_async<bytes>(&stage.a[a_row_ + y][a_column_], from, is_in_a & (y < rows_left_));
#pragma unroll
    for (int y = 0; y < Tile::depth; y += b_rows, b_ += b_step_)
      copy_or_clear_async<bytes>(&stage.b[b_row_ + y][b_column_], b_,
                                 is_in_b_ & (b_row_ + y < depth_left_));
    a_ += Tile::depth;
  }

  int a_row_, a_column_, b_row_, b_column_;
  int rows_left_, depth_left_;
  bool is_in_b_;
  const double *a_, *b_;
  std::size_t a_step_, b_step_;
};

/// The place in the block's tile where a warp's part begins, and the thread's in the eight groups
/// of four lanes that an instruction for tensor cores has.
template <class Tile>
struct Place {
  int row, column, group, lane;

  __device__ explicit Place(int thread)
      : row(thread / 32 % 2 * Tile::warp_rows),
        column(thread / 64 * Tile::warp_columns),
        group(thread % 32 / 4),
        lane(thread % 4) {}
};

/// c += a · b for 16 × 4 elements of A and 4 × 8 of B, of which a thread has two and one; of C it
/// has two in the row of its group, and two eight rows further down.
__device__ inline void add_product([[maybe_unused]] double (&c)[4],
                                   [[maybe_unused]] const double (&a)[2],
                                   [[maybe_unused]] double b) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  asm volatile(
      "mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, "
      "{%0, %1, %2, %3};"
      : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
      : "d"(a[0]), "d"(a[1]), "d"(b));
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#pragma unroll
  for (int half = 0; half < 2; ++half)
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                 : "+d"(c[2 * half]), "+d"(c[2 * half + 1])
                 : "d"(a[half]), "d"(b));
#endif
}

constexpr int step_depth = 4;  // columns of A and rows of B in an instruction

/// A thread's elements of A and B for one step of its warp.
template <class Tile>
struct Factors {
  static constexpr int down = Tile::warp_rows / 16, across = Tile::warp_columns / 8;
  double a[down][2], b[across];

  __device__ void load(const Stage<Tile>& stage, int first, const Place<Tile>& place) {
#pragma unroll
    for (int y = 0; y < 2 * down; ++y)
      a[y / 2][y % 2] = stage.a[place.row + 8 * y + place.group][first + place.lane];
#pragma unroll
    for (int x = 0; x < across; ++x)
      b[x] = stage.b[first + place.lane][place.column + 8 * x + place.group];
  }
};

/// A thread's elements of C.
template <class Tile>
class Sums {
 public:
  __device__ void add(const Factors<Tile>& factors) {
#pragma unroll
    for (int y = 0; y < down; ++y)
#pragma unroll
      for (int x = 0; x < across; ++x) add_product(of_[y][x], factors.a[y], factors.b[x]);
  }

  template <int width>
  __device__ void store(const Matmul<double>& p, int row, int column,
                        const Place<Tile>& place) const {
#pragma unroll
    for (int y = 0; y < 2 * down; ++y)
#pragma unroll
      for (int x = 0; x < across; ++x)
        store<width>(p, row + place.row + 8 * y + place.group,
                     column + place.column + 8 * x + 2 * place.lane, &of_[y / 2][x][y % 2 * 2]);
  }

 private:
  static constexpr int down = Factors<Tile>::down, across = Factors<Tile>::across;

  /// Stores two neighbours, at once if they are `width` elements of an aligned row.
  template <int width>
  static __device__ void store(const Matmul<double>& p, int row, int column, const double* two) {
    if (row >= p.m || column >= p.n) return;
    double* const to = p.c + at(row, column, p.n);
    if constexpr (width == 2) {
      *reinterpret_cast<double2*>(to) = make_double2(two[0], two[1]);
    } else {
      to[0] = two[0];
      if (column + 1 < p.n) to[1] = two[1];
    }
  }

  double of_[down][across][4] = {};
};

/// Until the block's next stage has arrived, and its threads have loaded what they need of the one
/// before.
template <class Tile>
__device__ void wait_for_stage() {
  wait_for_copies<Tile::stages - 2>();
  __syncthreads();
}

/// One thread's part of the tile of C that begins at `row` and `column`: sums of these products.
/// The factors of a step are loaded while the products of the step before are added, across the
/// barrier too.
template <class Tile, int width>
__device__ void multiply(const Matmul<double>& p, const Products& products, int row, int column,
                         int thread, Stage<Tile>* stages) {
  constexpr int steps = Tile::depth / step_depth;
  Copies<Tile, width> copies(p, products, row, column, thread);
  const Place<Tile> place(thread);
#pragma unroll
  for (int i = 0; i + 1 < Tile::stages; ++i) copies.start(stages[i]);
  wait_for_stage<Tile>();

  Factors<Tile> factors[2];
  Sums<Tile> sums;
  factors[0].load(stages[0], 0, place);
  unsigned now = 0;
  for (int done = 0; done < products.count; done += Tile::depth) {
    const unsigned next = (now + 1) % Tile::stages, before = (now - 1) % Tile::stages;
#pragma unroll
    for (int step = 0; step < steps; ++step) {
      const bool is_last = step + 1 == steps;
      if (is_last) wait_for_stage<Tile>();
      factors[(step + 1) % 2].load(stages[is_last ? next : now],
                                   is_last ? 0 : (step + 1) * step_depth, place);
      if (step == 0) copies.start(stages[before]);
      sums.add(factors[step % 2]);
    }
    now = next;
  }
  sums.template store<width>(p, row, column, place);
}

}  // namespace tilebridge::instructions
