// SPDX-License-Identifier: Apache-2.0
// Threads on a two-dimensional range, one tile of it per block.
#pragma once

#include <cstdint>

#include "access/kernel.hpp"

namespace tilebridge {

struct Place {
  std::int64_t y = 0;
  std::int64_t x = 0;
};

/// One place of `extent` per thread; neighbouring threads, and blocks, follow one another along x.
class Grid {
 public:
  Grid(Place extent, Place tile)
      : extent_(extent), tile_(tile), across_(blocks_for(extent.x, static_cast<int>(tile.x))) {}

  std::int64_t blocks() const { return across_ * blocks_for(extent_.y, static_cast<int>(tile_.y)); }
  int block_size() const { return static_cast<int>(tile_.y * tile_.x); }
  Kernel kernel(std::vector<Access> accesses) const {
    return {blocks(), block_size(), std::move(accesses)};
  }

  /// The first place of a block's tile.
  Place corner(std::int64_t block) const {
    return {block / across_ * tile_.y, block % across_ * tile_.x};
  }
  bool holds(Place place) const {
    return place.y >= 0 && place.y < extent_.y && place.x >= 0 && place.x < extent_.x;
  }

  /// Every thread accesses at(its place, step), even where its tile extends over the edge.
  template <class At>
  Address everywhere(const At& at) const {
    return [=, grid = *this](Thread thread, std::int64_t step) -> std::int64_t {
      return at(grid.place(thread), step);
    };
  }
  /// Leaves out threads whose place is not in the grid.
  template <class At>
  Address each(const At& at) const {
    return everywhere([=, grid = *this](Place place, std::int64_t step) -> std::int64_t {
      return grid.holds(place) ? at(place, step) : inactive;
    });
  }

 private:
  Place place(Thread thread) const {
    const Place first = corner(thread.block);
    return {first.y + thread.rank / tile_.x, first.x + thread.rank % tile_.x};
  }

  Place extent_, tile_;
  std::int64_t across_;
};

}  // namespace tilebridge
