// SPDX-License-Identifier: Apache-2.0
// The memory accesses of the kernels of transpose.hpp.
#pragma once

#include "access/grid.hpp"
#include "access/kernel.hpp"
#include "catalogue/real.hpp"
#include "catalogue/tiling/transpose.hpp"

namespace tilebridge::transpose_accesses {

inline Place extent(const Parameters& p) { return {p["rows"], p["cols"]}; }

/// One element of the input per thread; `threads` says how the threads map onto it.
template <class Threads>
Kernel in_range(const Threads& threads, const Parameters& p) {
  const std::int64_t rows = p["rows"];
  const std::int64_t cols = p["cols"];
  const int bytes = real_bytes(p);
  return {threads.blocks(),
          threads.block_size(),
          {load("in", bytes,
                threads.each([=](Place in, std::int64_t) { return (in.y * cols + in.x) * bytes; })),
           store("out", bytes, threads.each([=](Place in, std::int64_t) {
             return (in.x * rows + in.y) * bytes;
           }))}};
}

/// The direction that neighbouring threads follow in the input. In the output they follow the other
/// one.
enum class Along { row, column };

/// A launch of 32 × 32 tiles, one per thread block, 8 rows or columns per pass: step s of a thread
/// is row rank / 32 + 8 s, column rank % 32 of its tile, or the reverse.
class Tiles {
 public:
  static constexpr int size = 32;
  static constexpr int rows_per_pass = 8;
  static constexpr int passes = size / rows_per_pass;
  static constexpr int block_size = size * rows_per_pass;

  explicit Tiles(const Parameters& p)
      : rows_(p["rows"]),
        cols_(p["cols"]),
        across_(blocks_for(cols_, size)),
        bytes_(real_bytes(p)) {}

  std::int64_t blocks() const { return across_ * blocks_for(rows_, size); }
  int bytes() const { return bytes_; }  // of an element

  Address in(Along along) const {
    return on_tile(along, [cols = cols_](Place in) { return in.y * cols + in.x; });
  }
  Address out(Along along) const {
    return on_tile(along, [rows = rows_](Place in) { return in.x * rows + in.y; });
  }
  /// The staged tile, element (r, c) at place(r, c).
  template <class PlaceOf>
  Address staged(Along along, const PlaceOf& place) const {
    const auto place_of = [=](Place in) { return place(in.y % size, in.x % size); };
    return on_tile(along, place_of);
  }

 private:
  /// Element index_of(place in the input) of an array.
  template <class IndexOf>
  Address on_tile(Along along, const IndexOf& index_of) const {
    const bool turned = along == Along::column;
    return [=, rows = rows_, cols = cols_, across = across_, bytes = bytes_](Thread thread,
                                                                             std::int64_t step) {
      const std::int64_t r = thread.rank / size + step * rows_per_pass;
      const std::int64_t c = thread.rank % size;
      const Place in{thread.block / across * size + (turned ? c : r),
                     thread.block % across * size + (turned ? r : c)};
      const bool inside = in.y < rows && in.x < cols;
      return inside ? index_of(in) * bytes : inactive;
    };
  }

  std::int64_t rows_, cols_, across_;
  int bytes_;
};

/// Read and written by the same threads.
inline Kernel unstaged(const Parameters& p, Along along) {
  const Tiles tiles(p);
  return {tiles.blocks(),
          Tiles::block_size,
          {load("in", tiles.bytes(), tiles.in(along), Tiles::passes),
           store("out", tiles.bytes(), tiles.out(along), Tiles::passes)}};
}

/// Read and staged along the rows, taken from the staged tile and written along the columns, so
/// that all accesses to global memory are in order. Element (r, c) of the tile is staged at
/// place(r, c).
template <class PlaceOf>
Kernel staged(const Parameters& p, const PlaceOf& place) {
  const Tiles tiles(p);
  const int bytes = tiles.bytes();
  const Address stage = tiles.staged(Along::row, place);
  const Address unstage = tiles.staged(Along::column, place);
  return {tiles.blocks(),
          Tiles::block_size,
          {load("in", bytes, tiles.in(Along::row), Tiles::passes),
           in_shared(store("staged", bytes, stage, Tiles::passes)),
           in_shared(load("staged", bytes, unstage, Tiles::passes)),
           store("out", bytes, tiles.out(Along::column), Tiles::passes)}};
}

// The variants.

inline std::vector<Kernel> read_coalesced(const ModelForm& form, const Parameters& p,
                                          const HostArrays&) {
  if (form.is_plain_kokkos()) return {in_range(Grid(extent(p), {8, 32}), p)};
  return {unstaged(p, Along::row)};
}

inline std::vector<Kernel> write_coalesced(const ModelForm& form, const Parameters& p,
                                           const HostArrays&) {
  if (form.is_plain_kokkos()) return {in_range(RowsFirst(extent(p), {32, 8}), p)};
  return {unstaged(p, Along::column)};
}

inline std::vector<Kernel> tile(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {staged(p, [](std::int64_t r, std::int64_t c) { return r * Tiles::size + c; })};
}

inline std::vector<Kernel> padded_tile(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {staged(p, [](std::int64_t r, std::int64_t c) { return r * (Tiles::size + 1) + c; })};
}

inline std::vector<Kernel> swizzled_tile(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {staged(p, [](std::int64_t r, std::int64_t c) { return r * Tiles::size + (c ^ r); })};
}

}  // namespace tilebridge::transpose_accesses
