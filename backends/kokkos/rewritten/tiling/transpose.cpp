// SPDX-License-Identifier: Apache-2.0
// Teams of 256 threads, each of which moves four elements, 8 rows apart. The tuned variant uses its
// own tiles.
#include "catalogue/tiling/transpose.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::kokkos::rewritten::transpose_experiment {
namespace {

using namespace techniques;

constexpr int tile = Transpose<float>::tile;
constexpr int rows_per_pass = Transpose<float>::rows_per_pass;

constexpr int block_size = tile * rows_per_pass;
constexpr int blocks_wanted = 8;  // all 2048 threads of an SM: at most 32 registers each

/// All variants share the matrices, and which tile a team works on.
template <class Exec, class T>
struct Tiles {
  Matrix<const T, Exec> in;  // rows × cols
  Matrix<T, Exec> out;       // cols × rows
  int rows, cols;
  Divisor tiles_across;  // per row of tiles of the input

  explicit Tiles(const Transpose<T>& t)
      : in(t.in, t.rows, t.cols),
        out(t.out, t.cols, t.rows),
        rows(t.rows),
        cols(t.cols),
        tiles_across((t.cols + tile - 1) / tile) {}

  /// The first column and row of a team's tile in the input.
  struct Corner {
    int x, y;
  };
  KOKKOS_FUNCTION Corner corner(const TeamMember<Exec>& team) const {
    const int down = tiles_across.quotient(team.league_rank());
    return {tiles_across.remainder(team.league_rank(), down) * tile, down * tile};
  }
};

template <class T>
std::size_t tiles(const Transpose<T>& t) {
  return ceil_div(static_cast<std::size_t>(t.rows), tile) *
         ceil_div(static_cast<std::size_t>(t.cols), tile);
}

template <class Exec, class T>
struct WriteCoalesced : Tiles<Exec, T> {
  using Tiles<Exec, T>::Tiles;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto origin = this->corner(team);  // its x is a row of the output
    for_each_in_tile<Exec, tile, rows_per_pass>(team, [&](int r, int c) {
      const int x = origin.y + c;
      const int y = origin.x + r;
      if (x < this->rows && y < this->cols) this->out(y, x) = this->in(x, y);
    });
  }
};

template <class T, class Exec>
void write_coalesced_rewritten(const Transpose<T>& t, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  if (t.rows == 0 || t.cols == 0) return;
  Kokkos::parallel_for("transpose", team_policy<Policy>(exec, tiles(t), block_size),
                       WriteCoalesced<Exec, T>(t));
}

constexpr int passes = tile / rows_per_pass;

template <class Exec, class T, class Tile>
struct StagedTile : Tiles<Exec, T> {
  using Staged = Scratch<T[tile][Tile::columns], Exec>;

  using Tiles<Exec, T>::Tiles;

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto staged = scratch<Staged>(team);
    const auto origin = this->corner(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int c = thread % tile;
      const int first_row = thread / tile;
      ColumnWalk<const T> from(this->in, origin.y + first_row, origin.x + c, rows_per_pass);
      T held[passes];  // loaded before the first is stored: see techniques.hpp
      for (int pass = 0; pass < passes; ++pass) {
        const T* element = from.next();
        const int y = origin.y + first_row + pass * rows_per_pass;
        const bool inside = (origin.x + c < this->cols) & (y < this->rows);
        held[pass] = inside ? *element : T{};
      }
      for (int pass = 0; pass < passes; ++pass) {
        const int r = first_row + pass * rows_per_pass;
        staged(r, Tile::column(r, c)) = held[pass];
      }
    });
    team.team_barrier();
    // A column of the tile is a row of the output.
    const auto inside = [&](int c, int r) {
      return (origin.x + c < this->cols) & (origin.y + r < this->rows);
    };
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int r = thread % tile;
      const int first_column = thread / tile;
      ColumnWalk<T> to(this->out, origin.x + first_column, origin.y + r, rows_per_pass);
      T held[passes];
      for (int pass = 0; pass < passes; ++pass)
        held[pass] = staged(r, Tile::column(r, first_column + pass * rows_per_pass));
      for (int pass = 0; pass < passes; ++pass) {
        T* element = to.next();
        if (inside(first_column + pass * rows_per_pass, r)) *element = held[pass];
      }
    });
  }
};

template <class Tile, class T, class Exec>
void staged_tile_rewritten(const Transpose<T>& t, const Exec& exec) {
  using Policy = TeamPolicy<Exec, block_size, blocks_wanted>;
  using Functor = StagedTile<Exec, T, Tile>;
  if (t.rows == 0 || t.cols == 0) return;
  auto policy = team_policy<Policy>(exec, tiles(t), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Staged::shmem_size()));
  Kokkos::parallel_for("transpose", policy, Functor(t));
}

/// Rows and columns of a tile, by the elements that a thread accesses at once.
template <int width>
constexpr int large_tile = width == 4 ? 128 : 64;
constexpr int large_block = 512;
/// Returns how many teams with so much scratch memory an SM should hold: then a thread has
/// 32 registers, or 40 for double and for four elements at once.
template <class T, int width = 1>
constexpr int large_blocks_wanted(std::size_t scratch_bytes) {
  return blocks_held(sizeof(T) == sizeof(double) || width == 4 ? 3 : 4, scratch_bytes);
}

/// Each thread moves cells of width × width elements and transposes each in registers, so that all
/// its reads and writes are Packs. Column `cell` of a row of cells is staged in column `cell` xor
/// the row: rows and columns alike use different banks. Neighbouring teams are stacked vertically
/// in the input, so that together they write whole rows of the output. Staged elements beyond the
/// edge of the matrix are undefined and never stored: clearing them first would cost instructions.
template <class Exec, class T, int width>
struct VectorTile {
  static constexpr int side = large_tile<width>;
  static constexpr int cells = side / width;  // along one side of the tile
  static constexpr int cell_passes = cells * cells / large_block;
  static constexpr int blocks_wanted = large_blocks_wanted<T, width>(sizeof(T[side][side]));
  using Staged = Scratch<Pack<T, width>[side][cells], Exec>;  // a row is a column of the input

  Matrix<const Pack<T, width>, Exec> in;  // rows × packs
  Matrix<Pack<T, width>, Exec> out;
  int rows, packs;     // of the input
  Divisor tiles_down;  // per column of tiles of the input

  explicit VectorTile(const Transpose<T>& t)
      : in(reinterpret_cast<const Pack<T, width>*>(t.in), t.rows, t.cols / width),
        out(reinterpret_cast<Pack<T, width>*>(t.out), t.cols, t.rows / width),
        rows(t.rows),
        packs(t.cols / width),
        tiles_down(along(t.rows)) {}

  /// Tiles along a column of the input.
  static int along(int length) { return (length + side - 1) / side; }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto staged = scratch<Staged>(team);
    const int across = tiles_down.quotient(team.league_rank());
    const int x0 = across * cells;  // in packs
    const int y0 = tiles_down.remainder(team.league_rank(), across) * side;
    const int thread = thread_rank(team);

    Pack<T, width> held[cell_passes][width];
    for (int pass = 0; pass < cell_passes; ++pass) {
      const int cell = thread + pass * large_block;
      const int x = x0 + cell % cells;
      const int y = y0 + cell / cells * width;
      for (int k = 0; k < width; ++k)
        if ((x < packs) & (y < rows)) held[pass][k] = in(y + k, x);
    }
    for (int pass = 0; pass < cell_passes; ++pass) {
      const int cell = thread + pass * large_block;
      const int c = cell % cells;
      const int r = cell / cells;
      for (int k = 0; k < width; ++k) {
        Pack<T, width> column;
        for (int j = 0; j < width; ++j) column.values[j] = held[pass][j].values[k];
        staged(c * width + k, r ^ c) = column;
      }
    }
    team.team_barrier();
    Pack<T, width> row[cell_passes * width];
    for (int pass = 0; pass < cell_passes * width; ++pass) {
      const int pack = thread + pass * large_block;
      row[pass] = staged(pack / cells, (pack % cells) ^ (pack / cells / width));
    }
    for (int pass = 0; pass < cell_passes * width; ++pass) {
      const int pack = thread + pass * large_block;
      const int x = x0 * width + pack / cells;
      const int y = y0 / width + pack % cells;  // in packs
      if ((x < packs * width) & (y * width < rows)) out(x, y) = row[pass];
    }
  }
};

/// Each thread moves single elements, first along rows of the input and then along rows of the
/// output. Teams are ordered, and elements beyond the edge undefined, as in VectorTile.
template <class Exec, class T>
struct ShiftedTiles {
  using Tile = ShiftedTile<T>;
  static constexpr int side = Tile::side;
  static constexpr int lines = large_block / side;  // that all threads move at once
  static constexpr int load_passes = (Tile::rows + lines - 1) / lines;
  static constexpr int store_passes = side / lines;
  static constexpr int blocks_wanted = large_blocks_wanted<T>(sizeof(T[Tile::rows][Tile::columns]));
  using Staged = Scratch<T[Tile::rows][Tile::columns], Exec>;

  Matrix<const T, Exec> in;  // rows × cols
  Matrix<T, Exec> out;
  int rows, cols;
  Divisor tiles_down;  // per column of tiles of the input

  explicit ShiftedTiles(const Transpose<T>& t)
      : in(t.in, t.rows, t.cols),
        out(t.out, t.cols, t.rows),
        rows(t.rows),
        cols(t.cols),
        tiles_down(along(t.rows)) {}

  static int along(int length) { return Tile::along(length); }

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto staged = scratch<Staged>(team);
    const int across = tiles_down.quotient(team.league_rank());
    const int x0 = across * side;
    const int y0 = tiles_down.remainder(team.league_rank(), across) * side;
    if (y0 >= Tile::above && y0 + side <= rows && x0 + side <= cols)
      move(team, x0, y0, staged, [](int, int) { return true; });
    else
      move(team, x0, y0, staged, [&](int y, int x) { return (x < cols) & (y >= 0) & (y < rows); });
  }

 private:
  /// `inside(y, x)` tells whether the input has such an element.
  template <class Inside>
  KOKKOS_FORCEINLINE_FUNCTION void move(const TeamMember<Exec>& team, int x0, int y0,
                                        const Staged& staged, const Inside& inside) const {
    const int place = thread_rank(team) % side;
    const int line = thread_rank(team) % large_block / side;
    const int top = y0 - Tile::above;
    ColumnWalk<const T> from(in, top + line, x0 + place, lines);
    T held[load_passes];
    unrolled<load_passes>([&](int pass) {
      const T* element = from.next();
      const int row = line + pass * lines;
      if ((row < Tile::rows) & inside(top + row, x0 + place)) held[pass] = *element;
    });
    unrolled<load_passes>([&](int pass) {
      const int row = line + pass * lines;
      if (row < Tile::rows) staged(row, place) = held[pass];
    });
    team.team_barrier();
    const unsigned length = rows;
    const unsigned begin = (x0 + line) * length;  // of a row of the output, modulo 2³²
    ColumnWalk<T> to(out, x0 + line, y0 + place, lines);
    unrolled<store_passes>([&](int pass) {
      const int column = line + pass * lines;
      const int shift = Tile::shift(begin + pass * lines * length);
      const T element = staged(Tile::above - shift + place, column);
      T* const here = to.next() - shift;
      if (inside(y0 - shift + place, x0 + column)) *here = element;
    });
  }
};

template <class Functor, class T, class Exec>
void launch_in_large_teams(const Transpose<T>& t, const Exec& exec) {
  const std::size_t league = Functor::along(t.rows) * ceil_div(t.cols, Functor::side);
  auto policy =
      team_policy<TeamPolicy<Exec, large_block, Functor::blocks_wanted>>(exec, league, large_block);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::Staged::shmem_size()));
  Kokkos::parallel_for("transpose/vector_tile", policy, Functor(t));
}

template <class T, class Exec>
void vector_tile(const Transpose<T>& t, const Exec& exec) {
  if (t.rows == 0 || t.cols == 0) return;
  if constexpr (is_short<T>)
    if (t.rows % 4 == 0 && t.cols % 4 == 0)
      return launch_in_large_teams<VectorTile<Exec, T, 4>>(t, exec);
  const bool even = t.rows % 2 == 0 && t.cols % 2 == 0;
  even ? launch_in_large_teams<VectorTile<Exec, T, 2>>(t, exec)
       : launch_in_large_teams<ShiftedTiles<Exec, T>>(t, exec);
}

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  kernels::for_types<float, double, Half>([&]<class T>() {
    kokkos.add("transpose/write_coalesced_rewritten", write_coalesced_rewritten<T, Exec>);
    kokkos.add("transpose/tile_rewritten", staged_tile_rewritten<PlainTile, T, Exec>);
    kokkos.add("transpose/padded_tile_rewritten", staged_tile_rewritten<PaddedTile, T, Exec>);
    kokkos.add("transpose/swizzled_tile_rewritten", staged_tile_rewritten<SwizzledTile, T, Exec>);
    if constexpr (!is_host<Exec>) {
      kokkos.add("transpose/vector_tile", vector_tile<T, Exec>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::rewritten::transpose_experiment
