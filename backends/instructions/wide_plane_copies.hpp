// SPDX-License-Identifier: Apache-2.0
// A block's walk through the planes of a wide stencil that its own threads copy to shared memory
// (cp.async, since sm_80).
#pragma once

#include <cstddef>

#include "backends/instructions/async_copies.hpp"
#include "backends/instructions/wide_planes.hpp"

namespace tilebridge::instructions {

// [shown]
/// What a warp's lanes stored before is there for all of them.
__device__ inline void meet_warp() {
#ifndef TILEBRIDGE_WITH_HIP  // no kernel of this file is launched there
  __syncwarp();
#endif
}

/// The vectors of a thread in a plane, one below the other, where rows begin and end at any
/// element. A warp stores a row in words that are side by side, after an exchange in shared memory.
template <class T>
class RowsOfElements {
  using Box = PlaneBox<T>;
  static constexpr int width = Box::width;

 public:
  using Piece = T;                         // that the grid holds or does not
  static constexpr bool exchanges = true;  // in shared memory that is free

  __device__ RowsOfElements(const WideStencil<T>& s, const PlaneThread& thread)
      : held_(s.ny - thread.y - thread.warp * Box::tall),
        columns_(s.nx - first_column(thread)),
        lane_(thread.lane) {}

  __device__ static int first_column(const PlaneThread& thread) { return thread.x + thread.lane; }

  __device__ static Elements<T> load(const WideStencil<T>& s, int z, int y, int x) {
    const T* const from = s.in + s.at(z, y, x);
    Elements<T> vector = {};
#pragma unroll
    for (int i = 0; i < width; ++i)
      if (x + i < s.nx) vector.values[i] = from[i];
    return vector;
  }

  __device__ static Elements<T> result(const WideStencil<T>& s, int z, int y, int x,
                                       const Elements<T>& sums, const Elements<T>& own) {
    Elements<T> result;
#pragma unroll
    for (int i = 0; i < width; ++i)
      result.values[i] = s.is_inside(z, y, x + i) ? sums.values[i] : own.values[i];
    return result;
  }

  /// Stores the warp's result(r) of each row r, of the first one the element at `out` and every
  /// `Box::across`-th from there on.
  template <class Result>
  __device__ void store(T* out, int nx, const Result& result, Elements<T>* free) const {
    constexpr int apart = Box::down * Box::pitch;  // vectors between free ones
#pragma unroll
    for (int r = 0; r < Box::tall; ++r) free[r * apart] = result(r);
    meet_warp();
    const T* const row = reinterpret_cast<const T*>(free - lane_) + lane_;
#pragma unroll
    for (int r = 0; r < Box::tall; ++r, out += nx)
#pragma unroll
      for (int i = 0; i < width; ++i)
        if (r < held_ && i * Box::across < columns_)
          out[i * Box::across] = row[r * apart * width + i * Box::across];
    meet_warp();
  }

 private:
  int held_, columns_;  // rows, and columns from the lane's first one on, that the grid has
  int lane_;
};

/// A thread's part of copying planes with their halo, one after another, in pieces that the grid
/// holds or does not. What it does not hold is left as it was: no sum that is stored has it.
template <class T, template <class> class Rows>
class PlaneCopies {
  using Box = PlaneBox<T>;
  using Piece = typename Rows<T>::Piece;
  static constexpr int radius = Box::radius;
  static constexpr int width = sizeof(Piece) / sizeof(T);
  static constexpr int rows = Box::rows + 2 * radius;  // of a tile
  static constexpr int pitch = Box::pitch * Box::width / width;
  static constexpr int down = rows / Box::down;  // of them a warp's, every `Box::down`-th
  static constexpr int across = Box::columns / width / Box::across;
  static constexpr int reach = radius / width;                 // pieces on either side
  static constexpr int per_pass = Box::threads / (2 * reach);  // rows whose sides are copied
  static constexpr int passes = (rows + per_pass - 1) / per_pass;
  static_assert(rows % Box::down == 0 && Box::threads % (2 * reach) == 0);
  static_assert(down * across + passes <= 32);  // bits of is_held_

 public:
  __device__ PlaneCopies(const WideStencil<T>& s, const Walk& walk, const PlaneThread& thread)
      : row_(s.nx), plane_(static_cast<std::ptrdiff_t>(s.ny) * s.nx * walk.step) {
    const int number = thread.warp * Box::across + thread.lane;
    const int side = number % (2 * reach), side_row = number / (2 * reach);
    const int side_column = side < reach ? side - reach : Box::columns / width + side - reach;
    const int first = Box::side * Box::width / width;  // of the block's own pieces in a row
    at_ = thread.warp * pitch + first + thread.lane;
    side_at_ = side_row * pitch + first + side_column;
    const int x = thread.x + thread.lane * width, side_x = thread.x + side_column * width;
    const int y = thread.y - radius + thread.warp, side_y = thread.y - radius + side_row;
    const T* const start = s.in + s.at(walk.start, 0, 0);
    from_ = start + y * row_ + x;
    side_from_ = start + side_y * row_ + side_x;
#pragma unroll
    for (int j = 0; j < down; ++j)
#pragma unroll
      for (int i = 0; i < across; ++i)
        if (s.holds(0, y + j * Box::down, x + i * Box::across * width))
          is_held_ |= 1u << (j * across + i);
#pragma unroll
    for (int k = 0; k < passes; ++k)
      if (side_row + k * per_pass < rows && s.holds(0, side_y + k * per_pass, side_x))
        is_held_ |= 1u << (down * across + k);
  }

  /// Starts copying the next plane of the walk, if the grid has it.
  __device__ void start(typename Box::Tile& tile, bool is_in_grid) {
    auto* const to = reinterpret_cast<Piece*>(tile.vectors);
    const unsigned is_held = is_in_grid ? is_held_ : 0;
    const T* from = from_;
#pragma unroll
    for (int j = 0; j < down; ++j, from += Box::down * row_)
#pragma unroll
      for (int i = 0; i < across; ++i)
        if (is_held >> (j * across + i) & 1)
          copy(to + at_ + j * Box::down * pitch + i * Box::across, from + i * Box::across * width);
#pragma unroll
    for (int k = 0; k < passes; ++k)
      if (is_held >> (down * across + k) & 1)
        copy(to + side_at_ + k * per_pass * pitch, side_from_ + k * per_pass * row_);
    from_ += plane_;
    side_from_ += plane_;
  }

 private:
  __device__ static void copy(Piece* to, const T* from) {
    copy_async(to, reinterpret_cast<const Piece*>(from));
  }

  std::ptrdiff_t row_, plane_;  // elements between rows, and between planes of the walk
  const T *from_, *side_from_;  // the thread's first piece in the next plane, and at its sides
  int at_, side_at_;            // the same in a tile, in pieces
  unsigned is_held_ = 0;        // a bit for each piece, in the order of copying
};

/// All threads of a block call it: they walk through the planes, of which `places` are in `tiles`
/// in turn.
template <class T, template <class> class Rows, int places>
__device__ void walk_planes(const WideStencil<T>& s, const Walk& walk, const PlaneThread& thread,
                            typename PlaneBox<T>::Tile* tiles) {
  using Sums = PlaneSums<T, Rows>;
  constexpr int radius = WideStencil<T>::radius, ahead = places - 1;
  constexpr bool starts_first = ahead == 1 && !Rows<T>::exchanges;  // nothing else is on its way
  const int total = walk.count + radius;  // planes that the block uses besides those before it
  PlaneCopies<T, Rows> copies(s, walk, thread);
  const auto start = [&](int n) {
    if (n < total) copies.start(tiles[n % places], s.holds(walk.z(n), 0, 0));
    end_of_copies();
  };
  for (int n = 0; n < ahead; ++n) start(n);
  Sums sums(s, walk, thread);
  for (int base = 0; base <= total; base += Sums::kept) {
#pragma unroll
    for (int place = 0; place < Sums::kept; ++place) {
      const int n = base + place;
      if (n > total) break;
      wait_for_copies<ahead - 1>();
      __syncthreads();  // plane n is complete, plane n - 1 has been used
      auto& free = tiles[(n + ahead) % places];
      if constexpr (starts_first) start(n + ahead);
      // The warp itself copies the next plane into these rows.
      if (n > radius)
        sums.store(s, place, walk.z(n - radius - 1),
                   &free.vectors[thread.warp][PlaneBox<T>::side + thread.lane]);
      if constexpr (!starts_first) start(n + ahead);
      const auto& tile = tiles[n % places];
      if (n < total) sums.add(s, place, tile);
      if (n < walk.count) sums.begin(s, place, tile);
    }
  }
}

}  // namespace tilebridge::instructions
