// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of matmul.hpp.
#pragma once

#include "access/grid.hpp"
#include "catalogue/real.hpp"
#include "catalogue/tiling/matmul.hpp"

namespace tilebridge::matmul_accesses {

/// One element of C per thread; both rows of A and columns of B from global memory.
template <class Threads>
Kernel one_per_thread(const Threads& threads, const Parameters& p) {
  const std::int64_t n = p["n"];
  const std::int64_t k = p["k"];
  const int bytes = real_bytes(p);
  return {threads.blocks(),
          threads.block_size(),
          {load("a", bytes,
                threads.each([=](Place c, std::int64_t i) { return (c.y * k + i) * bytes; }), k),
           load("b", bytes,
                threads.each([=](Place c, std::int64_t i) { return (i * n + c.x) * bytes; }), k),
           store("c", bytes,
                 threads.each([=](Place c, std::int64_t) { return (c.y * n + c.x) * bytes; }))}};
}

inline std::vector<Kernel> direct(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {one_per_thread(Grid({p["m"], p["n"]}, {16, 16}), p)};
}
/// A and B through square tiles in shared memory, one element of C per thread. Step s fills tile s,
/// or takes product s, counted over all tiles. A thread reads a vector of A's tile at once, since
/// its elements are contiguous: in native code the compiler does this. In plain Kokkos it reads one
/// element at a time, and the sums have a tile of their own.
class SharedTiles {
 public:
  SharedTiles(const ModelForm& form, const Parameters& p, int tile)
      : m_(p["m"]),
        n_(p["n"]),
        k_(p["k"]),
        tile_(tile),
        tiles_(blocks_for(k_, tile)),
        bytes_(real_bytes(p)),
        vector_(form.is_plain_kokkos() ? 1 : 16 / bytes_),
        sums_in_shared_(form.is_plain_kokkos()),
        threads_({m_, n_}, {tile, tile}) {}

  Kernel kernel() const {
    Kernel kernel{
        threads_.blocks(),
        threads_.block_size(),
        {load("a", bytes_, from_a(), tiles_), load("b", bytes_, from_b(), tiles_),
         in_shared(store("a_tile", bytes_, own_in_tile(), tiles_)),
         in_shared(store("b_tile", bytes_, own_in_tile(), tiles_)),
         in_shared(load("a_tile", vector_ * bytes_, row_of_a(), tiles_ * tile_ / vector_)),
         in_shared(load("b_tile", bytes_, column_of_b(), tiles_ * tile_)),
         store("c", bytes_, threads_.each([t = *this](Place c, std::int64_t) {
           return (c.y * t.n_ + c.x) * t.bytes_;
         }))}};
    if (sums_in_shared_) add_sums(kernel);
    return kernel;
  }

 private:
  Address from_a() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t s) -> std::int64_t {
      const std::int64_t column = s * t.tile_ + c.x % t.tile_;
      return c.y < t.m_ && column < t.k_ ? (c.y * t.k_ + column) * t.bytes_ : inactive;
    });
  }
  Address from_b() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t s) -> std::int64_t {
      const std::int64_t row = s * t.tile_ + c.y % t.tile_;
      return row < t.k_ && c.x < t.n_ ? (row * t.n_ + c.x) * t.bytes_ : inactive;
    });
  }

  /// The position in its tile of the element in row `y` and column `x` of a matrix.
  std::int64_t in_tile(std::int64_t y, std::int64_t x) const {
    return (y % tile_ * tile_ + x % tile_) * bytes_;
  }
  Address own_in_tile() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t) { return t.in_tile(c.y, c.x); });
  }
  Address row_of_a() const {
    return threads_.everywhere(
        [t = *this](Place c, std::int64_t s) { return t.in_tile(c.y, s * t.vector_); });
  }
  Address column_of_b() const {
    return threads_.everywhere([t = *this](Place c, std::int64_t s) { return t.in_tile(s, c.x); });
  }

  /// A thread's sum is set to 0, read and written back at every tile, and read once more for C.
  void add_sums(Kernel& kernel) const {
    const Address to_c =
        threads_.each([t = *this](Place c, std::int64_t) { return t.in_tile(c.y, c.x); });
    kernel.accesses.push_back(in_shared(store("sums", bytes_, own_in_tile(), 1 + tiles_)));
    kernel.accesses.push_back(in_shared(load("sums", bytes_, own_in_tile(), tiles_)));
    kernel.accesses.push_back(in_shared(load("sums", bytes_, to_c)));
  }

  std::int64_t m_, n_, k_;
  std::int64_t tile_;   // rows and columns of a tile
  std::int64_t tiles_;  // of A, and of B, that a block processes
  int bytes_;           // per element
  int vector_;          // elements of A's tile read at once
  bool sums_in_shared_;
  Grid threads_;
};

template <int tile>
std::vector<Kernel> shared_tiles(const ModelForm& form, const Parameters& p, const HostArrays&) {
  return {SharedTiles(form, p, tile).kernel()};
}

}  // namespace tilebridge::matmul_accesses
