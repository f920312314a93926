// SPDX-License-Identifier: Apache-2.0
// The kernels of the experiment team_control. A `Idiom` is the only thing in which a kernel with
// the idiom differs from the one without it.
#pragma once

#include "backends/kokkos/idioms/teams.hpp"
#include "catalogue/idioms/team_control.hpp"

namespace tilebridge::kokkos {

// [shown]
/// Idiom::by_one(team, body) calls body() in thread 0.
template <class Idiom, class Exec>
struct AddFirst {
  using Words = Scratch<std::uint32_t[2], Exec>;  // by turns: one barrier per step suffices

  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out;
  int repeats;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Words words(team.team_scratch(0));
    const std::size_t i = word_of(team, raw_rank(team));
    std::uint32_t v = in(i);
    for (int r = 0; r < repeats; ++r) {
      Idiom::by_one(team, [&] { words(r % 2) = v; });
      team.team_barrier();
      v = mixed(v) + words(r % 2);
    }
    out(i) = v;
  }
};

template <class Idiom, class Exec>
void add_first(const TeamWords& w, const Exec& exec) {
  using Kernel = AddFirst<Idiom, Exec>;
  const std::size_t words = static_cast<std::size_t>(w.blocks) * TeamShape::block_size;
  const Vector<const std::uint32_t, Exec> in(w.in, words);
  const Vector<std::uint32_t, Exec> out(w.out, words);
  launch_teams(exec, w.blocks, Kernel::Words::shmem_size(), Kernel{in, out, w.repeats});
}

/// Idiom::rank(team) is the calling thread's rank.
template <class Idiom, class Exec>
struct GoRound {
  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out;
  int repeats;

  KOKKOS_FORCEINLINE_FUNCTION std::uint32_t word(std::int64_t first, int k) const {
    return in(first + k + k / TeamShape::cols);
  }

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const std::int64_t first = std::int64_t{team.league_rank()} * TeamShape::padded_size;
    const int t = Idiom::rank(team);
    std::uint32_t v = word(first, t);
    for (int r = 0; r < repeats; ++r) v = mixed(v) + word(first, (t + r) % TeamShape::block_size);
    out(word_of(team, t)) = v;
  }
};

template <class Idiom, class Exec>
void go_round(const TeamWords& w, const Exec& exec) {
  const auto blocks = static_cast<std::size_t>(w.blocks);
  const Vector<const std::uint32_t, Exec> in(w.in, blocks * TeamShape::padded_size);
  const Vector<std::uint32_t, Exec> out(w.out, blocks * TeamShape::block_size);
  launch_teams(exec, w.blocks, 0, GoRound<Idiom, Exec>{in, out, w.repeats});
}

/// A `Division` by a number known at the launch has quotient(n) and remainder(n, quotient).
template <class Division, class Exec>
struct WalkTiles {
  Vector<const std::uint32_t, Exec> rows, columns;
  Vector<std::uint32_t, Exec> out;
  int repeats;
  Division by_across;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const int t = raw_rank(team);
    const int y = t / TileWalk::tile_cols;
    const int x = t % TileWalk::tile_cols;
    int tile = team.league_rank();
    std::uint32_t v = 0;
    for (int r = 0; r < repeats; ++r, tile += team.league_size()) {
      const int row = by_across.quotient(tile);
      const int column = by_across.remainder(tile, row);
      v = mixed(v) +
          (rows(row * TileWalk::tile_rows + y) ^ columns(column * TileWalk::tile_cols + x));
    }
    out(word_of(team, t)) = v;
  }
};

template <class Division, class Exec>
void walk_tiles(const TileWalk& w, const Exec& exec) {
  const auto blocks = static_cast<std::size_t>(w.blocks);
  const auto across = static_cast<std::size_t>(w.across);
  const std::size_t down = ceil_div(blocks * static_cast<std::size_t>(w.repeats), across);
  const Vector<const std::uint32_t, Exec> rows(w.rows, down * TileWalk::tile_rows);
  const Vector<const std::uint32_t, Exec> columns(w.columns, across * TileWalk::tile_cols);
  const Vector<std::uint32_t, Exec> out(w.out, blocks * TileWalk::block_size);
  launch_teams(exec, w.blocks, 0,
               WalkTiles<Division, Exec>{rows, columns, out, w.repeats, Division(w.across)});
}

/// Idiom::leaves(x, n): whether thread x returns at once if it is beyond the last of n columns.
/// Idiom::column(x, n): the column that it loads.
/// Idiom::stores(x, n): whether it stores.
template <class Idiom, class Exec>
struct FilterColumns {
  static constexpr int width = ColumnFilter::width;
  static constexpr int strip = ColumnFilter::strip;

  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out;
  int pitch, n, repeats;
  ColumnFilter::Taps taps;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const int x = team.league_rank() * ColumnFilter::block_size + raw_rank(team);
    if (Idiom::leaves(x, n)) return;
    for (int r = 0; r < repeats; ++r) {
      std::uint32_t sums[strip] = {};
      add_row<0>(sums, r * strip, Idiom::column(x, n));
      for (int s = 0; s < strip; ++s)
        if (Idiom::stores(x, n)) out((r * strip + s) * pitch + x) = sums[s];
    }
  }

  /// Adds what the elements of the rows from y + row on contribute to the sums of the rows from y
  /// on; a loop would not be unrolled.
  template <int row>
  KOKKOS_FORCEINLINE_FUNCTION void add_row(std::uint32_t (&sums)[strip], int y, int x) const {
    const std::uint32_t word = in((y + row) * pitch + x);
    for (int s = 0; s < strip; ++s)
      if (s <= row && row - s < width) sums[s] += taps.k[row - s] * word;
    if constexpr (row + 1 < strip + width - 1) add_row<row + 1>(sums, y, x);
  }
};

template <class Idiom, class Exec>
void filter_columns(const ColumnFilter& f, const Exec& exec) {
  const auto rows = static_cast<std::size_t>(f.repeats) * ColumnFilter::strip;
  const auto pitch = static_cast<std::size_t>(f.pitch);
  const Vector<const std::uint32_t, Exec> in(f.in, (rows + ColumnFilter::width - 1) * pitch);
  const Vector<std::uint32_t, Exec> out(f.out, rows * pitch);
  launch_teams(exec, f.pitch / ColumnFilter::block_size, 0,
               FilterColumns<Idiom, Exec>{in, out, f.pitch, f.n, f.repeats, f.taps});
}

/// Idiom::is_inside(lines, y, x): whether there is an element (y, x).
template <class Idiom, class Exec>
struct SumLines {
  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out;
  LineSums lines;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    int y = team.league_rank();
    int x = raw_rank(team);
    std::uint32_t sum = 0;
    for (int r = 0; r < lines.repeats; ++r) {
      if (Idiom::is_inside(lines, y, x)) sum += in(y * lines.cols + x);
      y += lines.down;
      x += lines.right;
    }
    out(word_of(team, raw_rank(team))) = sum;
  }
};

template <class Idiom, class Exec>
void sum_lines(const LineSums& s, const Exec& exec) {
  const std::size_t words = static_cast<std::size_t>(s.rows) * static_cast<std::size_t>(s.cols);
  const Vector<const std::uint32_t, Exec> in(s.in, words);
  const Vector<std::uint32_t, Exec> out(s.out, words);
  launch_teams(exec, s.rows, 0, SumLines<Idiom, Exec>{in, out, s});
}

/// Idiom::for_each(team, body) calls body(thread) once for each of 256 threads; it is launched as
/// Idiom::team_size threads with vectors of Idiom::vector_length.
template <class Idiom, class Exec>
struct PassRound {
  static constexpr int block_size = TeamShape::block_size;
  using Words = Scratch<std::uint32_t[2][block_size], Exec>;

  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out;
  int repeats;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Words words(team.team_scratch(0));
    Idiom::for_each(team, [&](int t) { words(0, t) = in(word_of(team, t)); });
    team.team_barrier();
    for (int r = 0; r < repeats; ++r) {
      Idiom::for_each(team, [&](int t) {
        words((r + 1) % 2, t) = mixed(words(r % 2, (t + TeamShape::apart) % block_size)) +
                                static_cast<std::uint32_t>(r);
      });
      team.team_barrier();
    }
    Idiom::for_each(team, [&](int t) { out(word_of(team, t)) = words(repeats % 2, t); });
  }
};

template <class Idiom, class Exec>
void pass_round(const TeamWords& w, const Exec& exec) {
  using Kernel = PassRound<Idiom, Exec>;
  const std::size_t words = static_cast<std::size_t>(w.blocks) * TeamShape::block_size;
  const Vector<const std::uint32_t, Exec> in(w.in, words);
  const Vector<std::uint32_t, Exec> out(w.out, words);
  launch_teams(exec, w.blocks, Kernel::Words::shmem_size(), Kernel{in, out, w.repeats},
               Idiom::team_size, Idiom::vector_length);
}

}  // namespace tilebridge::kokkos
