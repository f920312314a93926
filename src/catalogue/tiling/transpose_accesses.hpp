// SPDX-License-Identifier: Apache-2.0
// What the kernels of transpose.hpp read and write.
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
  /// The staged tile, element (r, c) at place(r, c); from pass `whole` on also where the tile
  /// extends over the matrix's edge.
  template <class PlaceOf>
  Address staged(Along along, const PlaceOf& place, std::int64_t whole) const {
    const auto place_of = [=](Place in) { return place(in.y % size, in.x % size); };
    return on_tile(along, place_of, whole);
  }

 private:
  /// Element index_of(place in the input) of an array.
  template <class IndexOf>
  Address on_tile(Along along, const IndexOf& index_of, std::int64_t whole = passes) const {
    const bool turned = along == Along::column;
    return [=, rows = rows_, cols = cols_, across = across_, bytes = bytes_](Thread thread,
                                                                             std::int64_t step) {
      const std::int64_t r = thread.rank / size + step * rows_per_pass;
      const std::int64_t c = thread.rank % size;
      const Place in{thread.block / across * size + (turned ? c : r),
                     thread.block % across * size + (turned ? r : c)};
      const bool inside = in.y < rows && in.x < cols;
      return inside || step >= whole ? index_of(in) * bytes : inactive;
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

/// The passes from which on a staged tile is stored, and read, even where it extends over the
/// matrix's edge.
struct Overhang {
  std::int64_t stored_from, read_from;
};

/// The matched kernels stage zeros there, to keep the loads unconditional, and read them. The
/// others skip them.
inline Overhang overhang(const ModelForm& form) {
  const std::int64_t from = form.is_matched() ? 0 : Tiles::passes;
  return {from, from};
}

/// Read and staged along the rows, taken from the staged tile and written along the columns, so
/// that all accesses to global memory are in order. Element (r, c) of the tile is staged at
/// place(r, c).
template <class PlaceOf>
Kernel staged(const Parameters& p, const Overhang& overhang, const PlaceOf& place) {
  const Tiles tiles(p);
  const int bytes = tiles.bytes();
  const Address stage = tiles.staged(Along::row, place, overhang.stored_from);
  const Address unstage = tiles.staged(Along::column, place, overhang.read_from);
  return {tiles.blocks(),
          Tiles::block_size,
          {load("in", bytes, tiles.in(Along::row), Tiles::passes),
           in_shared(store("staged", bytes, stage, Tiles::passes)),
           in_shared(load("staged", bytes, unstage, Tiles::passes)),
           store("out", bytes, tiles.out(Along::column), Tiles::passes)}};
}

/// 64 × 64 tiles, blocks of 512 threads one below another in the input. A thread moves cells of
/// width × width elements, in packs of `width`: step s is pack s mod width of the thread's cell s /
/// width when it reads the input and stages it, and the s-th pack when it writes the output. Over
/// the matrix's edge everything is staged, and Kokkos's variant reads it back.
class Cells {
 public:
  Cells(const ModelForm& form, const Parameters& p)
      : rows_(p["rows"]),
        cols_(p["cols"]),
        width_(rows_ % 2 == 0 && cols_ % 2 == 0 ? 2 : 1),
        real_bytes_(real_bytes(p)),
        all_(form.model == Model::kokkos) {}

  Kernel kernel() const {
    const int bytes = static_cast<int>(width_ * real_bytes_);
    const std::int64_t steps = size * size / block_size / width_;
    return {
        down() * blocks_for(cols_, size),
        block_size,
        {load("in", bytes, read(), steps), in_shared(store("staged", bytes, stage(), steps)),
         in_shared(load("staged", bytes, unstage(), steps)), store("out", bytes, write(), steps)}};
  }

 private:
  static constexpr int size = 64;
  static constexpr int block_size = 512;

  struct Cell {
    std::int64_t r, c, k;  // a cell of the tile, and one of its rows or columns
  };

  std::int64_t down() const { return blocks_for(rows_, size); }
  std::int64_t cells() const { return size / width_; }

  Cell loaded(Thread thread, std::int64_t step) const {
    const std::int64_t cell = thread.rank + step / width_ * block_size;
    return {cell / cells(), cell % cells(), step % width_};
  }
  Cell stored(Thread thread, std::int64_t step) const {
    const std::int64_t pack = thread.rank + step * block_size;
    const std::int64_t column = pack / cells();
    return {pack % cells(), column / width_, column % width_};
  }
  std::int64_t staged(const Cell& at) const {
    return ((at.c * width_ + at.k) * cells() + (at.r ^ at.c)) * width_ * real_bytes_;
  }
  /// The first row and column of a cell in the input.
  std::int64_t row(Thread thread, const Cell& at) const {
    return thread.block % down() * size + at.r * width_;
  }
  std::int64_t column(Thread thread, const Cell& at) const {
    return thread.block / down() * size + at.c * width_;
  }
  bool inside(Thread thread, const Cell& at) const {
    return row(thread, at) < rows_ && column(thread, at) < cols_;
  }

  Address read() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Cell at = t.loaded(thread, step);
      if (!t.inside(thread, at)) return inactive;
      return ((t.row(thread, at) + at.k) * t.cols_ + t.column(thread, at)) * t.real_bytes_;
    };
  }
  Address write() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Cell at = t.stored(thread, step);
      if (!t.inside(thread, at)) return inactive;
      return ((t.column(thread, at) + at.k) * t.rows_ + t.row(thread, at)) * t.real_bytes_;
    };
  }
  Address stage() const {
    return
        [t = *this](Thread thread, std::int64_t step) { return t.staged(t.loaded(thread, step)); };
  }
  /// Native code reads what it writes, Kokkos's reads everything; they differ only at the edge.
  Address unstage() const {
    return [t = *this](Thread thread, std::int64_t step) -> std::int64_t {
      const Cell at = t.stored(thread, step);
      return t.all_ || t.inside(thread, at) ? t.staged(at) : inactive;
    };
  }

  std::int64_t rows_, cols_, width_, real_bytes_;
  bool all_;  // of the staged tile is read
};

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

/// In the matched kernel the compiler puts the load of the first pass under the store's condition.
inline std::vector<Kernel> tile(const ModelForm& form, const Parameters& p, const HostArrays&) {
  Overhang edge = overhang(form);
  if (form.is_matched()) edge.read_from = 1;
  return {staged(p, edge, [](std::int64_t r, std::int64_t c) { return r * Tiles::size + c; })};
}

inline std::vector<Kernel> padded_tile(const ModelForm& form, const Parameters& p,
                                       const HostArrays&) {
  return {staged(p, overhang(form),
                 [](std::int64_t r, std::int64_t c) { return r * (Tiles::size + 1) + c; })};
}

inline std::vector<Kernel> swizzled_tile(const ModelForm& form, const Parameters& p,
                                         const HostArrays&) {
  return {staged(p, overhang(form),
                 [](std::int64_t r, std::int64_t c) { return r * Tiles::size + (c ^ r); })};
}

inline std::vector<Kernel> vector_tile(const ModelForm& form, const Parameters& p,
                                       const HostArrays&) {
  return {Cells(form, p).kernel()};
}

/// With all defaults: also what a deep_copy between two layouts launches.
inline std::vector<Kernel> mdrange(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {in_range(RowsFirst(extent(p)), p)};
}

inline std::vector<Kernel> mdrange_tile(const ModelForm&, const Parameters& p, const HostArrays&) {
  return {in_range(RowsFirst(extent(p), {8, 32}), p)};
}

inline std::vector<Kernel> mdrange_default_layout(const ModelForm&, const Parameters& p,
                                                  const HostArrays&) {
  return {in_range(Grid(extent(p), {2, 16}), p)};
}

}  // namespace tilebridge::transpose_accesses
