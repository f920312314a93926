// SPDX-License-Identifier: Apache-2.0
// Ways of directing the threads of a team. The only difference between a kernel in loops and the
// rewritten one is its `Idiom`.
#include "catalogue/idioms/team_control.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/idioms/teams.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::team_control_experiment {
namespace {

using namespace techniques;
using Word = std::uint32_t;
constexpr int block_size = TeamShape::block_size;

struct Single {
  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void by_one(const Team& team, const Body& body) {
    Kokkos::single(Kokkos::PerTeam(team), body);
  }
};

struct RankZero {
  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void by_one(const Team& team, const Body& body) {
    if (team.team_rank() == 0) body();
  }
};

/// Idiom::by_one(team, body) calls body() in thread 0.
template <class Idiom, class Exec>
struct AddFirst {
  using Words = Scratch<Word[2], Exec>;  // used by turns: one barrier per step suffices

  TeamVectors<Word, Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Words words(team.team_scratch(0));
    const std::size_t i = word_of(team, thread_rank(team));
    Word v = vectors.in(i);
    for (int r = 0; r < vectors.repeats; ++r) {
      Idiom::by_one(team, [&] { words(r % 2) = v; });
      team.team_barrier();
      v = mixed(v) + words(r % 2);
    }
    vectors.out(i) = v;
  }
};

template <class Idiom, class Exec>
void add_first(const TeamWords& w, const Exec& exec) {
  using Kernel = AddFirst<Idiom, Exec>;
  launch_teams(exec, w.blocks, Kernel::Words::shmem_size(), Kernel{TeamVectors<Word, Exec>(w)});
}

struct SignedRank {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static int rank(const Team& team) {
    return team.team_rank();
  }
};

struct UnsignedRank {
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static int rank(const Team& team) {
    return thread_rank(team);
  }
};

/// Idiom::rank(team) is the calling thread's rank.
template <class Idiom, class Exec>
struct GoRound {
  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  int repeats;

  KOKKOS_FORCEINLINE_FUNCTION Word word(std::int64_t first, int k) const {
    return in(first + k + k / TeamShape::cols);
  }

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const std::int64_t first = std::int64_t{team.league_rank()} * TeamShape::padded_size;
    const int t = Idiom::rank(team);
    Word v = word(first, t);
    for (int r = 0; r < repeats; ++r) v = mixed(v) + word(first, (t + r) % block_size);
    out(word_of(team, t)) = v;
  }
};

template <class Idiom, class Exec>
void go_round(const TeamWords& w, const Exec& exec) {
  const auto blocks = static_cast<std::size_t>(w.blocks);
  const Vector<const Word, Exec> in(w.in, blocks * TeamShape::padded_size);
  const Vector<Word, Exec> out(w.out, blocks * block_size);
  launch_teams(exec, w.blocks, 0, GoRound<Idiom, Exec>{in, out, w.repeats});
}

struct RunTimeDivision {
  int divisor;

  explicit RunTimeDivision(int by) : divisor(by) {}
  KOKKOS_FORCEINLINE_FUNCTION int quotient(int n) const { return n / divisor; }
  KOKKOS_FORCEINLINE_FUNCTION int remainder(int n, int /*quotient*/) const { return n % divisor; }
};

/// A `Division` by a number known at the launch has quotient(n) and remainder(n, quotient).
template <class Division, class Exec>
struct WalkTiles {
  Vector<const Word, Exec> rows, columns;
  Vector<Word, Exec> out;
  int repeats;
  Division by_across;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const int t = thread_rank(team);
    const int y = t / TileWalk::tile_cols;
    const int x = t % TileWalk::tile_cols;
    int tile = team.league_rank();
    Word v = 0;
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
  const Vector<const Word, Exec> rows(w.rows, down * TileWalk::tile_rows);
  const Vector<const Word, Exec> columns(w.columns, across * TileWalk::tile_cols);
  const Vector<Word, Exec> out(w.out, blocks * block_size);
  launch_teams(exec, w.blocks, 0,
               WalkTiles<Division, Exec>{rows, columns, out, w.repeats, Division(w.across)});
}

struct EarlyReturn {
  KOKKOS_FORCEINLINE_FUNCTION static bool leaves(int x, int n) { return x >= n; }
  KOKKOS_FORCEINLINE_FUNCTION static int column(int x, int) { return x; }
  KOKKOS_FORCEINLINE_FUNCTION static bool stores(int, int) { return true; }
};

struct ConditionalStores {
  KOKKOS_FORCEINLINE_FUNCTION static bool leaves(int, int) { return false; }
  KOKKOS_FORCEINLINE_FUNCTION static int column(int x, int n) { return x < n ? x : n - 1; }
  KOKKOS_FORCEINLINE_FUNCTION static bool stores(int x, int n) { return x < n; }
};

/// Idiom::leaves(x, n) says whether the thread of column x returns at once if there are n columns,
/// Idiom::column(x, n) which column it loads and Idiom::stores(x, n) whether it stores.
template <class Idiom, class Exec>
struct FilterColumns {
  static constexpr int width = ColumnFilter::width;
  static constexpr int strip = ColumnFilter::strip;

  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  int pitch, n, repeats;
  ColumnFilter::Taps taps;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const int x = team.league_rank() * block_size + thread_rank(team);
    if (Idiom::leaves(x, n)) return;
    for (int r = 0; r < repeats; ++r) {
      Word sums[strip] = {};
      add_row<0>(sums, r * strip, Idiom::column(x, n));
      for (int s = 0; s < strip; ++s)
        if (Idiom::stores(x, n)) out((r * strip + s) * pitch + x) = sums[s];
    }
  }

  /// Adds what the elements of the rows from y + row on contribute to the sums of the rows from y
  /// on; a loop would not be unrolled.
  template <int row>
  KOKKOS_FORCEINLINE_FUNCTION void add_row(Word (&sums)[strip], int y, int x) const {
    const Word word = in((y + row) * pitch + x);
    for (int s = 0; s < strip; ++s)
      if (s <= row && row - s < width) sums[s] += taps.k[row - s] * word;
    if constexpr (row + 1 < strip + width - 1) add_row<row + 1>(sums, y, x);
  }
};

template <class Idiom, class Exec>
void filter_columns(const ColumnFilter& f, const Exec& exec) {
  const auto rows = static_cast<std::size_t>(f.repeats) * ColumnFilter::strip;
  const auto pitch = static_cast<std::size_t>(f.pitch);
  const Vector<const Word, Exec> in(f.in, (rows + ColumnFilter::width - 1) * pitch);
  const Vector<Word, Exec> out(f.out, rows * pitch);
  launch_teams(exec, f.pitch / block_size, 0,
               FilterColumns<Idiom, Exec>{in, out, f.pitch, f.n, f.repeats, f.taps});
}

struct AndThen {
  KOKKOS_FORCEINLINE_FUNCTION static bool is_inside(const LineSums& s, int y, int x) {
    return y >= 0 && y < s.rows && x >= 0 && x < s.cols;
  }
};

struct And {
  KOKKOS_FORCEINLINE_FUNCTION static bool is_inside(const LineSums& s, int y, int x) {
    return (y >= 0) & (y < s.rows) & (x >= 0) & (x < s.cols);
  }
};

/// Idiom::is_inside(lines, y, x) says whether there is an element (y, x).
template <class Idiom, class Exec>
struct SumLines {
  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  LineSums lines;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    int y = team.league_rank();
    int x = thread_rank(team);
    Word sum = 0;
    for (int r = 0; r < lines.repeats; ++r) {
      if (Idiom::is_inside(lines, y, x)) sum += in(y * lines.cols + x);
      y += lines.down;
      x += lines.right;
    }
    out(word_of(team, thread_rank(team))) = sum;
  }
};

template <class Idiom, class Exec>
void sum_lines(const LineSums& s, const Exec& exec) {
  const std::size_t words = static_cast<std::size_t>(s.rows) * static_cast<std::size_t>(s.cols);
  const Vector<const Word, Exec> in(s.in, words);
  const Vector<Word, Exec> out(s.out, words);
  launch_teams(exec, s.rows, 0, SumLines<Idiom, Exec>{in, out, s});
}

struct FlatTeam {
  static constexpr int team_size = 256;
  static constexpr int vector_length = 1;
};

struct TeamRange : FlatTeam {
  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 256), body);
  }
};

struct VectorRange {
  static constexpr int team_size = 8;
  static constexpr int vector_length = 32;

  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 8), [&](int y) {
      Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, 32), [&](int x) { body(y * 32 + x); });
    });
  }
};

struct LoopOfOne : FlatTeam {
  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    for (int t = thread_rank(team); t < 256; t += team.team_size()) body(t);
  }
};

struct RawRank : FlatTeam {
  template <class Team, class Body>
  KOKKOS_FORCEINLINE_FUNCTION static void for_each(const Team& team, const Body& body) {
    body(thread_rank(team));
  }
};

/// Idiom::for_each(team, body) calls body(thread) once for each of 256 threads; it is launched as
/// Idiom::team_size threads with vectors of Idiom::vector_length.
template <class Idiom, class Exec>
struct PassRound {
  using Words = Scratch<Word[2][block_size], Exec>;

  TeamVectors<Word, Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Words words(team.team_scratch(0));
    Idiom::for_each(team, [&](int t) { words(0, t) = vectors.in(word_of(team, t)); });
    team.team_barrier();
    for (int r = 0; r < vectors.repeats; ++r) {
      Idiom::for_each(team, [&](int t) {
        words((r + 1) % 2, t) = mixed(words(r % 2, TeamShape::partner(t))) + static_cast<Word>(r);
      });
      team.team_barrier();
    }
    Idiom::for_each(team,
                    [&](int t) { vectors.out(word_of(team, t)) = words(vectors.repeats % 2, t); });
  }
};

template <class Idiom, class Exec>
void pass_round(const TeamWords& w, const Exec& exec) {
  using Kernel = PassRound<Idiom, Exec>;
  launch_teams(exec, w.blocks, Kernel::Words::shmem_size(), Kernel{TeamVectors<Word, Exec>(w)},
               Idiom::team_size, Idiom::vector_length);
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("team_control/single", add_first<Single, Exec>);
    kokkos.add("team_control/signed_rank", go_round<SignedRank, Exec>);
    kokkos.add("team_control/league_division", walk_tiles<RunTimeDivision, Exec>);
    kokkos.add("team_control/early_return", filter_columns<EarlyReturn, Exec>);
    kokkos.add("team_control/conditions", sum_lines<AndThen, Exec>);
    kokkos.add("team_control/team_range", pass_round<TeamRange, Exec>);
    kokkos.add("team_control/vector_range", pass_round<VectorRange, Exec>);
    kokkos.add("team_control/loop_of_one", pass_round<LoopOfOne, Exec>);
    kokkos.add("team_control/single_rewritten", add_first<RankZero, Exec>);
    kokkos.add("team_control/signed_rank_rewritten", go_round<UnsignedRank, Exec>);
    kokkos.add("team_control/league_division_rewritten", walk_tiles<Divisor, Exec>);
    kokkos.add("team_control/early_return_rewritten", filter_columns<ConditionalStores, Exec>);
    kokkos.add("team_control/conditions_rewritten", sum_lines<And, Exec>);
    kokkos.add("team_control/team_range_rewritten", pass_round<RawRank, Exec>);
    kokkos.add("team_control/vector_range_rewritten", pass_round<RawRank, Exec>);
    kokkos.add("team_control/loop_of_one_rewritten", pass_round<RawRank, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::team_control_experiment
