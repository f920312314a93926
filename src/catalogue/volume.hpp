// SPDX-License-Identifier: Apache-2.0
// Threads on a three-dimensional grid of numbers, and the accesses of stencils on it, for the
// access model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "access/kernel.hpp"
#include "catalogue/experiment.hpp"

namespace tilebridge::volume {

struct Element {
  std::int64_t z = 0, y = 0, x = 0;

  Element operator+(const Element& by) const { return {z + by.z, y + by.y, x + by.x}; }
};

/// Says where an element (tile, row, column) of tiles in shared memory is.
struct Tile {
  std::int64_t rows, columns;
  int bytes;

  std::int64_t operator()(const Element& e) const {
    return ((e.z * rows + e.y) * columns + e.x) * bytes;
  }
};

/// Blocks of threads, each with a box of elements of a grid of `nz` × `ny` × `nx` numbers;
/// neighbouring threads follow one another along x. A stencil needs `radius` elements on every
/// side.
class Blocks {
 public:
  Blocks(const Parameters& p, const Element& threads, const Element& elements, int radius = 1);

  std::vector<Kernel> kernel(std::vector<Access> accesses) const;
  int bytes() const { return bytes_; }
  int radius() const { return radius_; }
  std::int64_t block_size() const { return threads_.z * threads_.y * threads_.x; }

  /// The first element of a block's box.
  Element corner(std::int64_t block) const;
  /// A thread's place in its block.
  Element place(int rank) const;
  Element own(Thread thread) const { return corner(thread.block) + place(thread.rank); }

  bool holds(const Element& e) const;
  const Element& extent() const { return extent_; }
  bool is_inside(const Element& e) const;
  std::int64_t address(const Element& e) const;
  /// Inactive where the grid does not hold the element.
  std::int64_t address_if_held(const Element& e) const { return holds(e) ? address(e) : inactive; }

  /// Which of a block's elements are accessed.
  enum class Of { all, interior, boundary };
  bool is_of(const Element& e, Of which) const {
    return holds(e) && (which == Of::all || is_inside(e) == (which == Of::interior));
  }

  /// The thread's element of plane `step` of its block, shifted by `by`.
  Address of_column(const Element& by, Of which) const;

 private:
  Element extent_, threads_, elements_;
  std::int64_t across_, down_;
  int bytes_, radius_;
};

/// Besides itself an interior element needs these, as far as `radius` along each axis.
std::vector<Element> neighbours(int radius);
/// Those of its own plane.
std::vector<Element> neighbours_in_plane(int radius);

/// One element per thread, in blocks of 32 × 4 × 2, and its neighbours from global memory. In
/// Kokkos in loops the element itself is read in both branches, by interior and by boundary
/// threads.
Kernel direct(const ModelForm& form, const Parameters& p, int radius, const std::string& from,
              const std::string& to);

/// Blocks of `threads` threads that walk along z: the plane with its halo is in shared memory, of
/// two tiles in turn; what is below and above is in registers.
class PlaneWalk {
 public:
  /// The threads' first elements are `shift` beside those of their block's box. The walk takes
  /// `planes` planes, or ends `beyond` the grid's last one.
  PlaneWalk(const Blocks& blocks, const Element& threads, const Element& shift, int planes,
            int beyond = 0);

  int planes() const { return planes_; }
  /// The thread's element in a plane of the walk.
  Element element(Thread thread, std::int64_t plane) const {
    return blocks_.own(thread) + shift_ + Element{plane, 0, 0};
  }
  bool is_walked(const Element& e) const { return e.z < blocks_.extent().z + beyond_; }
  /// On the block's edge a thread also loads the element so far beside its own.
  Element beside_along_y(Thread thread) const;
  Element beside_along_x(Thread thread) const;

  /// Lists what fills the registers and the tile, and what is read from the tile.
  std::vector<Access> accesses() const;

 private:
  using Beside = Element (PlaneWalk::*)(Thread thread) const;

  std::int64_t in_tile(Thread thread, std::int64_t plane, const Element& by) const;
  Access load_plane(std::int64_t shift, std::int64_t steps) const;
  Access load_beside(Beside beside) const;
  Access stage_own() const;
  Access stage_beside(Beside beside) const;
  Access take(const Element& by) const;

  Blocks blocks_;
  Element threads_, shift_;
  int planes_, beyond_;
  Tile tile_;
};

/// Such a walk through `planes` planes per block of 32 × 8 threads, each with an element per plane.
std::vector<Kernel> streamed(const Parameters& p, int radius, int planes);

/// Describes what a range over the elements of a tile does for each of `planes` planes: it reads
/// them from the grid, from `first` on beside the block's box, and puts them into `turns` tiles in
/// turn.
std::vector<Access> staged_by_range(const Blocks& blocks, const Element& first, const Tile& tile,
                                    int planes, int turns);

}  // namespace tilebridge::volume
