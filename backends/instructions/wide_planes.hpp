// SPDX-License-Identifier: Apache-2.0
// The planes of a wide stencil that a block walks through: in shared memory while they are used,
// copied there by all threads (cp.async, since sm_80) or by others, and added to the sums of nine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "backends/instructions/async_copies.hpp"
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

/// What a block computes of a plane: a warp has a row of vectors, and `tall` rows one below the
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

/// Rows of the grid are whole numbers of vectors, or they begin and end at any element.
enum class Rows { of_vectors, of_elements };

/// A thread of a block, and the first element of the block in each plane.
struct PlaneThread {
  int lane, warp;
  int x, y;
};

/// The next lane's number.
template <class T>
__device__ T of_next_lane(T number) {
#ifdef TILEBRIDGE_WITH_HIP
  return number;  // no kernel of this file is launched there
#else
  return __shfl_down_sync(0xffffffff, number, 1);
#endif
}

/// Stores the vectors of a warp, which are side by side and begin at any element: the lane's own at
/// `to`, from where on the row has `left` elements. A lane stores an aligned vector of elements of
/// its own and of the next lane; what begins or ends in the middle of one is stored one by one.
template <class T>
__device__ void store_at_any_element(T* to, const Elements<T>& own, int left, int lane) {
  constexpr int width = Elements<T>::width;
  const int misplaced = static_cast<int>(reinterpret_cast<std::uintptr_t>(to) / sizeof(T) % width);
  const int shift = (width - misplaced) % width;  // the same in all lanes
  Elements<T> next, aligned = own;
#pragma unroll
  for (int i = 0; i < width; ++i) next.values[i] = of_next_lane(own.values[i]);
#pragma unroll
  for (int by = 1; by < width; ++by)
    if (by == shift)
#pragma unroll
      for (int i = 0; i < width; ++i)
        aligned.values[i] = i + by < width ? own.values[i + by] : next.values[i + by - width];
  const int of_lane = lane < 31 ? width : width - shift;
  const int here = left - shift < of_lane ? left - shift : of_lane;
  if (here == width)
    *reinterpret_cast<Elements<T>*>(to + shift) = aligned;
  else
#pragma unroll
    for (int i = 0; i < width; ++i)
      if (i < here) to[shift + i] = aligned.values[i];
#pragma unroll
  for (int i = 0; i < width; ++i)
    if (lane == 0 && i < shift && i < left) to[i] = own.values[i];
}

template <class T>
__device__ void add_product(Elements<T>& sums, T weight, const Elements<T>& elements) {
#pragma unroll
  for (int i = 0; i < Elements<T>::width; ++i) sums.values[i] += weight * elements.values[i];
}

/// A thread's part of the planes: its vectors of the last five and the sums that belong to them,
/// both of plane n in place n mod `kept`. A place is a constant in unrolled loops alone.
template <class T, Rows kind>
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
      for (int r = 0; r < tall; ++r) load(s, walk.z(-k), y_ + r, own_[kept - k][r]);
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
    for (int r = 0; r < tall; ++r) {
      T* const to = out_ + r * s.nx;
      if constexpr (kind == Rows::of_vectors) {
        const bool is_inside = s.is_inside(z, y_ + r, x_);  // then the whole vector is
        if (r < rows_held_)
          *reinterpret_cast<Elements<T>*>(to) = is_inside ? sums_[done][r] : own_[done][r];
      } else {
        const int left = r < rows_held_ ? s.nx - x_ : 0;
        store_at_any_element(to, result_of(s, z, r, done), left, lane_);
      }
    }
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

  /// The vector of a row, if the grid has it, or what the grid has of it.
  __device__ void load(const WideStencil<T>& s, int z, int y, Elements<T>& vector) const {
    if (!s.holds(z, y, x_)) return;
    const T* const from = s.in + s.at(z, y, x_);
    if constexpr (kind == Rows::of_vectors)
      vector = *reinterpret_cast<const Elements<T>*>(from);
    else
#pragma unroll
      for (int i = 0; i < Box::width; ++i)
        if (x_ + i < s.nx) vector.values[i] = from[i];
  }

  /// The sums of row r in the place `done`, or its own elements where they are not inside.
  __device__ Elements<T> result_of(const WideStencil<T>& s, int z, int r, int done) const {
    Elements<T> result;
#pragma unroll
    for (int i = 0; i < Box::width; ++i)
      result.values[i] =
          s.is_inside(z, y_ + r, x_ + i) ? sums_[done][r].values[i] : own_[done][r].values[i];
    return result;
  }

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

/// Starts copying plane z with its halo, in vectors or in single elements. What the grid lacks is
/// left as it was, and no sum that is stored has it.
template <class T, Rows kind>
__device__ void copy_plane(const WideStencil<T>& s, int z, const PlaneThread& thread,
                           typename PlaneBox<T>::Tile& tile) {
  using Box = PlaneBox<T>;
  using Piece = std::conditional_t<kind == Rows::of_vectors, Elements<T>, T>;
  constexpr int width = sizeof(Piece) / sizeof(T);
  constexpr int reach = Box::radius / width;                      // pieces
  constexpr int used = reach + Box::columns / width + reach;      // of a row of a tile
  constexpr int unused = Box::side * Box::width / width - reach;  // before them
  const int x = thread.x / width - reach, y = thread.y - Box::radius;
  for (int r = thread.warp; r < Box::rows + 2 * Box::radius; r += Box::down) {
    if (!s.holds(z, y + r, 0)) continue;
    const Piece* const row = reinterpret_cast<const Piece*>(s.in + s.at(z, y + r, 0));
    Piece* const to = reinterpret_cast<Piece*>(tile.vectors[r]) + unused;
#pragma unroll
    for (int c = thread.lane; c < used; c += Box::across)
      if (x + c >= 0 && x + c < s.nx / width) copy_async(to + c, row + x + c);
  }
}

/// All threads of a block call it: they walk through the planes, of which `places` are in `tiles`
/// in turn.
template <class T, Rows kind, int places>
__device__ void walk_planes(const WideStencil<T>& s, const Walk& walk, const PlaneThread& thread,
                            typename PlaneBox<T>::Tile* tiles) {
  using Sums = PlaneSums<T, kind>;
  constexpr int radius = WideStencil<T>::radius, ahead = places - 1;
  const int total = walk.count + radius;  // planes that the block uses besides those before it
  const auto start = [&](int n) {
    if (n < total) copy_plane<T, kind>(s, walk.z(n), thread, tiles[n % places]);
    end_of_copies();
  };
  for (int n = 0; n < ahead; ++n) start(n);
  Sums sums(s, walk, thread);
  for (int base = 0; base < total; base += Sums::kept) {
#pragma unroll
    for (int place = 0; place < Sums::kept; ++place) {
      const int n = base + place;
      if (n >= total) break;
      const auto& tile = tiles[n % places];
      wait_for_copies<ahead - 1>();
      __syncthreads();  // plane n is complete, plane n - 1 has been used
      start(n + ahead);
      sums.add(s, place, tile);
      if (n >= radius) sums.store(s, place, walk.z(n - radius));
      if (n < walk.count) sums.begin(s, place, tile);
    }
  }
}

}  // namespace tilebridge::instructions
