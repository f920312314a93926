// SPDX-License-Identifier: Apache-2.0
// What the kernels of smooth.hpp read and write.
#pragma once

#include <algorithm>

#include "access/kernel.hpp"
#include "catalogue/flat_loop.hpp"
#include "catalogue/tiling/smooth.hpp"

namespace tilebridge::smooth_accesses {

/// Elements that have two neighbours.
inline std::int64_t averages(const Parameters& p) { return std::max<std::int64_t>(p["n"] - 2, 0); }

/// The element that thread t writes.
inline std::int64_t element_of(std::int64_t t) { return t + 1; }

inline Access own_average(const Parameters& p, int block_size) {
  const int bytes = real_bytes(p);
  return store("out", bytes, each(averages(p), block_size, bytes, element_of));
}

inline std::vector<Kernel> direct(const ModelForm& form, const Parameters& p, const HostArrays&) {
  const std::int64_t count = averages(p);
  const int block_size = flat_block_size(form);
  const int bytes = real_bytes(p);
  const Address three = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const std::int64_t t = thread.block * block_size + thread.rank;
    return t < count ? (t + step) * bytes : inactive;
  };
  return {{blocks_for(count, block_size),
           block_size,
           {load("in", bytes, three, 3), own_average(p, block_size)}}};
}

// A thread block's tile in shared memory: the left neighbour of its first element, its elements,
// and the right neighbour of the last one.

constexpr int tile_size = 256;  // elements of its own, one per thread

/// As a team's loop over its tile: element t of the tile by thread t, the last two by the first two
/// threads.
inline std::vector<Access> filled_by_loop(const Parameters& p) {
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const auto at = [=](std::int64_t from_block) -> Address {
    return [=](Thread thread, std::int64_t pass) -> std::int64_t {
      const std::int64_t t = pass * tile_size + thread.rank;
      const bool has = t < tile_size + 2 && thread.block * tile_size + t < n;
      return has ? (thread.block * from_block + t) * bytes : inactive;
    };
  };
  return {load("in", bytes, at(tile_size), 2), in_shared(store("tile", bytes, at(0), 2))};
}

/// Each thread stages its own element, and the first and the last thread also the halo. Kokkos's
/// kernel stages a zero beyond the end of the array, native code nothing.
inline std::vector<Access> filled_by_elements(const ModelForm& form, const Parameters& p) {
  const std::int64_t n = p["n"];
  const int bytes = real_bytes(p);
  const Address own = each(n - 1, tile_size, bytes, element_of);
  const Address left = [=](Thread thread, std::int64_t) {
    return thread.rank == 0 ? thread.block * tile_size * bytes : inactive;
  };
  const Address right = [=](Thread thread, std::int64_t) {
    const std::int64_t i = (thread.block + 1) * tile_size + 1;
    return thread.rank == tile_size - 1 && i < n ? i * bytes : inactive;
  };
  const auto staged = [=](const Address& in) -> Address {
    return [=](Thread thread, std::int64_t step) {
      const std::int64_t at = in(thread, step);
      return at == inactive ? inactive : at - thread.block * tile_size * bytes;
    };
  };
  const Address own_or_zero = [=](Thread thread, std::int64_t) {
    return std::int64_t{thread.rank + 1} * bytes;
  };
  const Address own_staged = form.model == Model::kokkos ? own_or_zero : staged(own);
  return {load("in", bytes, own),
          load("in", bytes, left),
          load("in", bytes, right),
          in_shared(store("tile", bytes, own_staged)),
          in_shared(store("tile", bytes, staged(left))),
          in_shared(store("tile", bytes, staged(right)))};
}

inline std::vector<Kernel> tile_halo(const ModelForm& form, const Parameters& p,
                                     const HostArrays&) {
  const std::int64_t count = averages(p);
  const int bytes = real_bytes(p);
  const Address three = [=](Thread thread, std::int64_t step) -> std::int64_t {
    const bool writes = thread.block * tile_size + thread.rank < count;
    return writes ? (thread.rank + step) * bytes : inactive;
  };
  Kernel kernel{blocks_for(count, tile_size), tile_size,
                form.is_plain_kokkos() ? filled_by_loop(p) : filled_by_elements(form, p)};
  kernel.accesses.push_back(in_shared(load("tile", bytes, three, 3)));
  kernel.accesses.push_back(own_average(p, tile_size));
  return {kernel};
}

/// One vector per thread for vectors whose elements all have two neighbours; the first threads of
/// the launch handle the rest at the ends of the array. The same in both models.
class Vectors {
 public:
  explicit Vectors(const Parameters& p)
      : n_(p["n"]),
        bytes_(real_bytes(p)),
        width_(16 / bytes_),
        last_(n_ > 2 ? (n_ - 1) / width_ : 0) {}

  Kernel kernel() const {
    Kernel kernel{n_ > 2 ? blocks_for(n_, width_ * block_size) : 0,
                  block_size,
                  {load("in", 16, vectors(0)), load("in", bytes_, vectors(-1, width_ + 1), 2),
                   store("out", 16, vectors(0))}};
    add_elements(kernel, 1);
    if (last_ > 0) add_elements(kernel, width_ * last_);
    return kernel;
  }

 private:
  static constexpr int block_size = 128;

  /// `from` after the vector's first element, and the following ones `apart` from one another.
  Address vectors(std::int64_t from, std::int64_t apart = 0) const {
    return [=, *this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t v = thread.block * block_size + thread.rank;
      return v > 0 && v < last_ ? (v * width_ + from + step * apart) * bytes_ : inactive;
    };
  }
  /// The averages of the elements from `first` on that do not form a vector.
  void add_elements(Kernel& kernel, std::int64_t first) const {
    kernel.accesses.push_back(load("in", bytes_, elements(first, -1), 3));
    kernel.accesses.push_back(store("out", bytes_, elements(first, 0)));
  }
  /// Each thread at its element, shifted by `from`.
  Address elements(std::int64_t first, std::int64_t from) const {
    return [=, *this](Thread thread, std::int64_t step) -> std::int64_t {
      const std::int64_t i = first + thread.rank;
      const bool writes = thread.block == 0 && thread.rank < width_ - 1 && i < n_ - 1;
      return writes ? (i + from + step) * bytes_ : inactive;
    };
  }

  std::int64_t n_;
  int bytes_;
  int width_;          // elements per vector
  std::int64_t last_;  // the vector after the last whole one
};

inline std::vector<Kernel> vector_direct(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {Vectors(p).kernel()};
}

}  // namespace tilebridge::smooth_accesses
