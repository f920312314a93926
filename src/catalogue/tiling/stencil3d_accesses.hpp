// SPDX-License-Identifier: Apache-2.0
// What the kernels of stencil3d.hpp read and write.
#pragma once

#include <array>
#include <utility>

#include "access/kernel.hpp"
#include "catalogue/real.hpp"
#include "catalogue/tiling/stencil3d.hpp"

namespace tilebridge::stencil3d_accesses {

struct Element {
  std::int64_t z = 0, y = 0, x = 0;
};

/// Blocks of bz × by × bx threads, each of which has a box of elements.
class Blocks {
 public:
  /// Threads and elements of a block; the axis along which a block's threads are neighbours is x,
  /// or z where a launch has its axes the other way round.
  struct Shape {
    Element threads, elements;
    bool along_z = false;
  };

  Blocks(const Parameters& p, const Shape& shape)
      : extent_{p["nz"], p["ny"], p["nx"]},
        shape_(shape),
        across_(blocks_for(extent_.x, static_cast<int>(shape.elements.x))),
        down_(blocks_for(extent_.y, static_cast<int>(shape.elements.y))),
        bytes_(real_bytes(p)) {}

  Kernel kernel(std::vector<Access> accesses) const {
    const Element& t = shape_.threads;
    return {across_ * down_ * blocks_for(extent_.z, static_cast<int>(shape_.elements.z)),
            static_cast<int>(t.z * t.y * t.x), std::move(accesses)};
  }
  int bytes() const { return bytes_; }

  Element corner(std::int64_t block) const {
    return {block / across_ / down_ * shape_.elements.z,
            block / across_ % down_ * shape_.elements.y, block % across_ * shape_.elements.x};
  }
  /// A thread's place in its block.
  Element place(int rank) const {
    const Element& t = shape_.threads;
    if (shape_.along_z) return {rank % t.z, rank / t.z % t.y, rank / t.z / t.y};
    return {rank / t.x / t.y, rank / t.x % t.y, rank % t.x};
  }
  bool holds(const Element& e) const {
    return e.z >= 0 && e.z < extent_.z && e.y >= 0 && e.y < extent_.y && e.x >= 0 &&
           e.x < extent_.x;
  }
  bool is_inside(const Element& e) const {
    return holds({e.z - 1, e.y - 1, e.x - 1}) && holds({e.z + 1, e.y + 1, e.x + 1});
  }
  std::int64_t address(const Element& e) const {
    return ((e.z * extent_.y + e.y) * extent_.x + e.x) * bytes_;
  }

  /// The thread's element of plane `step` of its block, moved by `by`; of elements inside only
  /// where it is moved.
  Address of_column(const Element& by) const {
    return [=, *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Element first = corner(thread.block);
      const Element own = place(thread.rank);
      const Element e{first.z + own.z + step, first.y + own.y, first.x + own.x};
      const bool is_moved = by.z != 0 || by.y != 0 || by.x != 0;
      if (!holds(e) || (is_moved && !is_inside(e))) return inactive;
      return address({e.z + by.z, e.y + by.y, e.x + by.x});
    };
  }

 private:
  Element extent_;
  Shape shape_;
  std::int64_t across_, down_;
  int bytes_;
};

constexpr std::array<Element, 7> stencil = {
    {{0, 0, 0}, {0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}}};

/// One element per thread, all seven read from global memory.
inline std::vector<Kernel> from_global_memory(const Parameters& p, const Element& threads,
                                              bool along_z) {
  const Blocks blocks(p, {threads, threads, along_z});
  std::vector<Access> accesses;
  for (const Element& by : stencil)
    accesses.push_back(load("in", blocks.bytes(), blocks.of_column(by)));
  accesses.push_back(store("out", blocks.bytes(), blocks.of_column({})));
  return {blocks.kernel(std::move(accesses))};
}

inline std::vector<Kernel> direct(const Form&, const Parameters& p, const HostArrays&) {
  return from_global_memory(p, {2, 4, 32}, false);
}

/// Kokkos's default tile of rank 3 is 16 × 2 × 2, its first index that of neighbouring threads.
inline std::vector<Kernel> mdrange(const Form&, const Parameters& p, const HostArrays&) {
  return from_global_memory(p, {16, 2, 2}, true);
}

inline std::vector<Kernel> mdrange_tile(const Form&, const Parameters& p, const HostArrays&) {
  return from_global_memory(p, {2, 4, 32}, true);
}

/// A box of 4 × 8 × 32 elements and its halo, staged by 8 rows of 32 threads: 34 columns are two
/// passes along a row, 60 rows of the box are eight.
inline std::vector<Kernel> tile_halo(const Form&, const Parameters& p, const HostArrays&) {
  constexpr Element box = {6, 10, 34};
  constexpr std::int64_t column_passes = 2;
  constexpr std::int64_t row_passes = 8;
  const Blocks blocks(p, {{1, 8, 32}, {4, 8, 32}});
  /// The element of the box that a thread stages in a pass, and its word of shared memory.
  const auto staged = [=](Thread thread, std::int64_t step) {
    const std::int64_t row = thread.rank / 32 + step / column_passes * 8;
    return Element{row / box.y, row % box.y, thread.rank % 32 + step % column_passes * 32};
  };
  const auto asked = [=](Thread thread, const Element& e) {
    const Element first = blocks.corner(thread.block);
    const Element global{first.z + e.z - 1, first.y + e.y - 1, first.x + e.x - 1};
    return e.z < box.z && e.x < box.x && blocks.holds(global) ? blocks.address(global) : inactive;
  };
  const int bytes = blocks.bytes();
  const auto in_box = [=](const Element& e) { return ((e.z * box.y + e.y) * box.x + e.x) * bytes; };
  const Address read = [=](Thread thread, std::int64_t step) {
    return asked(thread, staged(thread, step));
  };
  const Address stage = [=](Thread thread, std::int64_t step) {
    const Element e = staged(thread, step);
    return asked(thread, e) == inactive ? inactive : in_box(e);
  };
  std::vector<Access> accesses = {
      load("in", bytes, read, row_passes * column_passes),
      in_shared(store("tile", bytes, stage, row_passes * column_passes))};
  for (const Element& by : stencil) {
    const Address on_chip = [=, column = blocks.of_column(by)](Thread thread, std::int64_t plane) {
      const Element own = blocks.place(thread.rank);
      if (column(thread, plane) == inactive) return inactive;
      return in_box({plane + 1 + by.z, own.y + 1 + by.y, own.x + 1 + by.x});
    };
    accesses.push_back(in_shared(load("tile", bytes, on_chip, 4)));
  }
  accesses.push_back(store("out", bytes, blocks.of_column({}), 4));
  return {blocks.kernel(std::move(accesses))};
}

/// A column of 32 elements along z per thread: what lies below and above comes from registers.
inline std::vector<Kernel> register_column(const Form&, const Parameters& p, const HostArrays&) {
  constexpr std::int64_t depth = 32;
  const Blocks blocks(p, {{1, 8, 32}, {depth, 8, 32}});
  const int bytes = blocks.bytes();
  /// Planes -1 and 0 of the column before the first step, then the one above each.
  const Address along_z = [=](Thread thread, std::int64_t step) {
    const Element first = blocks.corner(thread.block);
    const Element own = blocks.place(thread.rank);
    const Element e{first.z + step - 1, first.y + own.y, first.x + own.x};
    const bool is_needed = step <= 1 || blocks.holds({e.z - 1, e.y, e.x});
    return blocks.holds(e) && is_needed ? blocks.address(e) : inactive;
  };
  std::vector<Access> accesses = {load("in", bytes, along_z, depth + 2)};
  for (const Element& by : stencil)
    if (by.y != 0 || by.x != 0) accesses.push_back(load("in", bytes, blocks.of_column(by), depth));
  accesses.push_back(store("out", bytes, blocks.of_column({}), depth));
  return {blocks.kernel(std::move(accesses))};
}

}  // namespace tilebridge::stencil3d_accesses
