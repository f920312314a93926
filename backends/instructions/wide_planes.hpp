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

  /// A plane with its halo.
  struct Tile {
    Elements<T> vectors[rows + 2 * radius][side + across + side];
  };
};

/// A thread of a block, and the first element of the block in each plane.
struct PlaneThread {
  int lane, warp;
  int x, y;
};

/// A thread's vector in the grid, which may have nothing of it.
struct VectorPlace {
  int z, y, x;
  bool is_held;
  int lane;
};

/// How a thread loads and stores vectors where rows are whole numbers of them.
template <class T>
struct RowsOfVectors {
  __device__ static Elements<T> load(const WideStencil<T>& s, int z, int y, int x) {
    return *reinterpret_cast<const Elements<T>*>(s.in + s.at(z, y, x));
  }

  /// Stores the sums, or the thread's own elements where they are not inside: all of a vector are.
  __device__ static void store(T* to, const Elements<T>& sums, const Elements<T>& own,
                               const WideStencil<T>& s, const VectorPlace& at) {
    const bool is_inside = s.is_inside(at.z, at.y, at.x);
    if (at.is_held) *reinterpret_cast<Elements<T>*>(to) = is_inside ? sums : own;
  }
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
      : lane_(thread.lane),
        first_row_(thread.warp * tall + radius),
        x_(thread.x + thread.lane * Box::width),
        y_(thread.y + thread.warp * tall),
        rows_held_(x_ >= s.nx         ? 0
                   : s.ny - y_ < tall ? s.ny - y_
                                      : tall),
        out_(s.out + s.at(walk.start, y_, x_)),
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

  /// Stores plane z, `radius` before the one in `place`: its sums are complete. Planes are stored
  /// in the order of the walk.
  __device__ void store(const WideStencil<T>& s, int place, int z) {
    const int done = before(place, radius);
#pragma unroll
    for (int r = 0; r < tall; ++r)
      Rows<T>::store(out_ + r * s.nx, sums_[done][r], own_[done][r], s,
                     {z, y_ + r, x_, r < rows_held_, lane_});
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
  __device__ static constexpr int before(int place, int by) { return (place + kept - by) % kept; }

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

  int lane_, first_row_;  // of the thread's vectors in a tile
  int x_, y_;             // of the thread's first element
  int rows_held_;         // by the grid
  T* out_;                // that element in the plane that is stored next
  std::ptrdiff_t plane_;
  Elements<T> own_[kept][tall] = {}, sums_[kept][tall] = {};
};

}  // namespace tilebridge::instructions
