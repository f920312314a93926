// SPDX-License-Identifier: Apache-2.0
// A block's walk through the planes of a wide stencil that its own threads copy to shared memory
// (cp.async, since sm_80).
#pragma once

#include <cstdint>
#include <type_traits>

#include "backends/instructions/async_copies.hpp"
#include "backends/instructions/wide_planes.hpp"

namespace tilebridge::instructions {

// [shown]
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

/// How a thread loads and stores vectors where rows begin and end at any element.
template <class T>
struct RowsOfElements {
  static constexpr int width = Elements<T>::width;

  __device__ static Elements<T> load(const WideStencil<T>& s, int z, int y, int x) {
    const T* const from = s.in + s.at(z, y, x);
    Elements<T> vector = {};
#pragma unroll
    for (int i = 0; i < width; ++i)
      if (x + i < s.nx) vector.values[i] = from[i];
    return vector;
  }

  /// Stores the sums, or the thread's own elements where they are not inside.
  __device__ static void store(T* to, const Elements<T>& sums, const Elements<T>& own,
                               const WideStencil<T>& s, const VectorPlace& at) {
    Elements<T> result;
#pragma unroll
    for (int i = 0; i < width; ++i)
      result.values[i] = s.is_inside(at.z, at.y, at.x + i) ? sums.values[i] : own.values[i];
    store_at_any_element(to, result, at.is_held ? s.nx - at.x : 0, at.lane);
  }
};

/// Starts copying plane z with its halo, in vectors or in single elements. What the grid lacks is
/// left as it was, and no sum that is stored has it.
template <class T, template <class> class Rows>
__device__ void copy_plane(const WideStencil<T>& s, int z, const PlaneThread& thread,
                           typename PlaneBox<T>::Tile& tile) {
  using Box = PlaneBox<T>;
  using Piece = std::conditional_t<std::is_same_v<Rows<T>, RowsOfVectors<T>>, Elements<T>, T>;
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
    for (int first = 0; first < used; first += Box::across) {
      const int c = first + thread.lane;
      if (c < used && x + c >= 0 && x + c < s.nx / width) copy_async(to + c, row + x + c);
    }
  }
}

/// All threads of a block call it: they walk through the planes, of which `places` are in `tiles`
/// in turn.
template <class T, template <class> class Rows, int places>
__device__ void walk_planes(const WideStencil<T>& s, const Walk& walk, const PlaneThread& thread,
                            typename PlaneBox<T>::Tile* tiles) {
  using Sums = PlaneSums<T, Rows>;
  constexpr int radius = WideStencil<T>::radius, ahead = places - 1;
  const int total = walk.count + radius;  // planes that the block uses besides those before it
  const auto start = [&](int n) {
    if (n < total) copy_plane<T, Rows>(s, walk.z(n), thread, tiles[n % places]);
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
