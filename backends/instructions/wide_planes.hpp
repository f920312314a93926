// SPDX-License-Identifier: Apache-2.0
// The planes of a wide stencil that a block walks through: in shared memory while they are used,
// and added to the sums of nine.
#pragma once

#include <cstddef>

#include "backends/instructions/walk.hpp"
#include "catalogue/tiling/stencil_wide.hpp"

namespace tilebridge::instructions {

// [shown]
/// Neighbouring elements that a thread loads or stores at once.
template <class T>
struct alignas(16) Elements {
  static constexpr int width = 16 / sizeof(T);

  T values[width];
};

/// A block computes a box of each plane: a warp has a row of vectors, and `tall` rows one below the
/// other. One block fits on an SM: a thread's vectors and sums of five planes take 160 of its 255
/// registers.
template <class T>
struct PlaneBox {
  static constexpr int radius = WideStencil<T>::radius;
  static constexpr int width = Elements<T>::width;
  static constexpr int across = 32, down = 8;  // threads
  static constexpr int threads = across * down;
  static constexpr int tall = 4;
  static constexpr int columns = across * width, rows = down * tall;  // elements
  /// The vectors beside a row begin with a sector of memory: the copy engine fetches 128 bytes at a
  /// time, which are five sectors where a box begins in the middle of one.
  static constexpr int side = 2;  // vectors
  static constexpr int pitch = side + across + side;

  /// A plane with its halo.
  struct Tile {
    Elements<T> vectors[rows + 2 * radius][pitch];
  };
};

/// A thread of a block, and the first element of the block in each plane.
struct PlaneThread {
  int lane, warp;
  int x, y;
};

/// The vectors of a thread in a plane, one below the other, where rows are whole numbers of
/// vectors.
template <class T>
class RowsOfVectors {
  using Box = PlaneBox<T>;

 public:
  using Piece = Elements<T>;  // that the grid holds or does not
  static constexpr bool exchanges = false;

  __device__ RowsOfVectors(const WideStencil<T>& s, const PlaneThread& thread)
      : held_(first_column(thread) < s.nx ? s.ny - thread.y - thread.warp * Box::tall : 0) {}

  /// In the block's own part of the grid's rows.
  __device__ static int first_column(const PlaneThread& thread) {
    return thread.x + thread.lane * Box::width;
  }

  __device__ static Elements<T> load(const WideStencil<T>& s, int z, int y, int x) {
    return *reinterpret_cast<const Elements<T>*>(s.in + s.at(z, y, x));
  }

  /// Returns the sums, or the thread's own elements where they are not inside: all of a vector are.
  __device__ static Elements<T> result(const WideStencil<T>& s, int z, int y, int x,
                                       const Elements<T>& sums, const Elements<T>& own) {
    return s.is_inside(z, y, x) ? sums : own;
  }

  /// Stores result(r) of each row r, the first one at `out`.
  template <class Result>
  __device__ void store(T* out, int nx, const Result& result, Elements<T>*) const {
#pragma unroll
    for (int r = 0; r < Box::tall; ++r)
      if (r < held_)
        *reinterpret_cast<Elements<T>*>(out + static_cast<std::ptrdiff_t>(nx) * r) = result(r);
  }

 private:
  int held_;  // vectors that the grid has; others may follow
};

template <class T>
__device__ void add_product(Elements<T>& sums, T weight, const Elements<T>& elements) {
#pragma unroll
  for (int i = 0; i < Elements<T>::width; ++i) sums.values[i] += weight * elements.values[i];
}

/// A thread's part of the planes: its vectors of the last five and the sums that belong to them,
/// both of plane n in place n mod `kept`. A place is a constant in unrolled loops alone.
template <class T, template <class> class Rows>
class PlaneSums {
  using Box = PlaneBox<T>;
  static constexpr int tall = Box::tall, radius = Box::radius;

 public:
  static constexpr int kept = radius + 1;  // planes

  __device__ PlaneSums(const WideStencil<T>& s, const Walk& walk, const PlaneThread& thread)
      : rows_(s, thread),
        lane_(thread.lane),
        first_row_(thread.warp * tall + radius),
        x_(thread.x + thread.lane * Box::width),
        y_(thread.y + thread.warp * tall),
        out_(s.out + s.at(walk.start, y_, Rows<T>::first_column(thread))),
        plane_(static_cast<std::ptrdiff_t>(s.ny) * s.nx * walk.step) {
#pragma unroll
    for (int k = 1; k <= radius; ++k)
#pragma unroll
      for (int r = 0; r < tall; ++r)
        if (s.holds(walk.z(-k), y_ + r, x_))
          own_[kept - k][r] = Rows<T>::load(s, walk.z(-k), y_ + r, x_);
  }

  /// Adds the plane that has arrived to the sums of those before it.
  __device__ void add(const WideStencil<T>& s, int place, const typename Box::Tile& tile) {
#pragma unroll
    for (int r = 0; r < tall; ++r) own_[place][r] = in_tile(tile, r, 0);
#pragma unroll
    for (int k = radius; k >= 1; --k)
#pragma unroll
      for (int r = 0; r < tall; ++r)
        add_product(sums_[before(place, k)][r], s.weights[k], own_[place][r]);
  }

  /// The place of the plane that is `by` before the one in `place`.
  __device__ static constexpr int before(int place, int by) { return (place + kept - by) % kept; }

  /// Stores plane z, which is in `place`, once the plane `radius` behind it was added. Planes are
  /// stored in the order of the walk. All threads of a warp call it; what is `free` in shared
  /// memory, a lane's vector in every `PlaneBox::down`-th row of a tile, is the warp's until then.
  __device__ void store(const WideStencil<T>& s, int place, int z, Elements<T>* free = nullptr) {
    const auto result = [&](int r) {
      return Rows<T>::result(s, z, y_ + r, x_, sums_[place][r], own_[place][r]);
    };
    rows_.store(out_, s.nx, result, free);
    out_ += plane_;
  }

  /// Begins the sums of the plane in `place`, with what it has itself and the planes before it.
  __device__ void begin(const WideStencil<T>& s, int place, const typename Box::Tile& tile) {
#pragma unroll
    for (int r = 0; r < tall; ++r) {
      sums_[place][r] = along_x(s, tile, r, own_[place][r]);
#pragma unroll
      for (int k = 1; k <= radius; ++k)
        add_product(sums_[place][r], s.weights[k], own_[before(place, k)][r]);
    }
    add_along_y(s, place, tile);
  }

 private:
  /// The vector `row` below and `vectors` beside the thread's first one.
  __device__ const Elements<T>& in_tile(const typename Box::Tile& tile, int row,
                                        int vectors) const {
    return tile.vectors[first_row_ + row][lane_ + Box::side + vectors];
  }

  __device__ Elements<T> along_x(const WideStencil<T>& s, const typename Box::Tile& tile, int row,
                                 const Elements<T>& own) const {
    constexpr int reach = radius / Box::width;  // vectors
    Elements<T> around[2 * reach + 1], sums;
#pragma unroll
    for (int i = 0; i < 2 * reach + 1; ++i)
      around[i] = i == reach ? own : in_tile(tile, row, i - reach);
    const auto element = [&](int i) { return around[i / Box::width].values[i % Box::width]; };
#pragma unroll
    for (int i = 0; i < Box::width; ++i) {
      sums.values[i] = s.weights[0] * own.values[i];
#pragma unroll
      for (int k = 1; k <= radius; ++k)
        sums.values[i] += s.weights[k] * (element(radius + i - k) + element(radius + i + k));
    }
    return sums;
  }

  /// Rows are loaded in the order of their use: a thread has not the registers for all of them.
  __device__ void add_along_y(const WideStencil<T>& s, int place, const typename Box::Tile& tile) {
    Elements<T> column[radius + tall + radius];
#pragma unroll
    for (int r = 0; r < tall; ++r) column[radius + r] = own_[place][r];
#pragma unroll
    for (int k = 1; k <= radius; ++k) {
      column[radius - k] = in_tile(tile, -k, 0);
      column[radius + tall - 1 + k] = in_tile(tile, tall - 1 + k, 0);
#pragma unroll
      for (int r = 0; r < tall; ++r)
#pragma unroll
        for (int i = 0; i < Box::width; ++i)
          sums_[place][r].values[i] +=
              s.weights[k] * (column[radius + r - k].values[i] + column[radius + r + k].values[i]);
    }
  }

  Rows<T> rows_;
  int lane_, first_row_;  // of the thread's vectors in a tile
  int x_, y_;             // of the thread's first element
  T* out_;                // what the thread stores first in the next plane
  std::ptrdiff_t plane_;
  Elements<T> own_[kept][tall] = {}, sums_[kept][tall] = {};
};

}  // namespace tilebridge::instructions
