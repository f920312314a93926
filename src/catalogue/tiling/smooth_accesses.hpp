// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of smooth.hpp.
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

/// A team's loop over its tile reads element t of the tile by thread t, the last two by the first
/// two threads.
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

/// Each thread stages its own element, and the first and the last thread also the halo.
inline std::vector<Access> filled_by_elements(const Parameters& p) {
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
  return {load("in", bytes, own),
          load("in", bytes, left),
          load("in", bytes, right),
          in_shared(store("tile", bytes, staged(own))),
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
                form.is_plain_kokkos() ? filled_by_loop(p) : filled_by_elements(p)};
  kernel.accesses.push_back(in_shared(load("tile", bytes, three, 3)));
  kernel.accesses.push_back(own_average(p, tile_size));
  return {kernel};
}

}  // namespace tilebridge::smooth_accesses
