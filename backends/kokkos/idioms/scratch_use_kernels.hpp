// SPDX-License-Identifier: Apache-2.0
// The kernels of the experiment scratch_use. A `Idiom` is the only thing in which a kernel with the
// idiom differs from the one without it.
#pragma once

#include "backends/kokkos/idioms/teams.hpp"
#include "catalogue/idioms/scratch_use.hpp"

namespace tilebridge::kokkos {

// [TeamVectors]
/// The words of blocks of 256.
template <class Exec>
struct TeamVectors {
  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out;
  int repeats;

  explicit TeamVectors(const TeamWords& w)
      : in(w.in, static_cast<std::size_t>(w.blocks) * TeamWords::block_size),
        out(w.out, static_cast<std::size_t>(w.blocks) * TeamWords::block_size),
        repeats(w.repeats) {}
};

// [PassValues, pass_values]
/// Idiom::words<Words>(team) is a View of the team's next scratch memory.
template <class Idiom, class Exec>
struct PassValues {
  static constexpr int block_size = TeamWords::block_size;
  using Words = Scratch<std::uint32_t[2][block_size], Exec>;  // by turns: a barrier per step

  TeamVectors<Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Words words = Idiom::template words<Words>(team);
    const int t = raw_rank(team);
    std::uint32_t v = vectors.in(word_of(team, t));
    for (int r = 0; r < vectors.repeats; ++r) {
      words(r % 2, t) = v;
      team.team_barrier();
      v = mixed(words(r % 2, (t + TeamWords::apart) % block_size)) + static_cast<std::uint32_t>(r);
    }
    vectors.out(word_of(team, t)) = v;
  }
};

template <class Idiom, class Exec>
void pass_values(const TeamWords& w, const Exec& exec) {
  using Kernel = PassValues<Idiom, Exec>;
  launch_teams(exec, w.blocks, Kernel::Words::shmem_size(), Kernel{TeamVectors<Exec>(w)});
}

// [WalkTile, walk_tile]
/// Idiom::Tile<Exec> is a View of 8 × 32 words, Idiom::tile<Exec>(team, rows, cols) one of the
/// team's scratch memory, of Idiom::bytes<Exec>(rows, cols).
template <class Idiom, class Exec>
struct WalkTile {
  TeamVectors<Exec> vectors;
  int rows, cols;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const auto tile = Idiom::template tile<Exec>(team, rows, cols);
    const int t = raw_rank(team);
    const int y = t / TeamWords::cols;
    const int x = t % TeamWords::cols;
    std::uint32_t v = vectors.in(word_of(team, t));
    tile(y, x) = v;
    team.team_barrier();
    for (int r = 0; r < vectors.repeats; ++r)
      v = mixed(v) + tile((y + r) % TeamWords::rows, (x + r) % TeamWords::cols);
    vectors.out(word_of(team, t)) = v;
  }
};

template <class Idiom, class Exec>
void walk_tile(const TeamWords& w, const Exec& exec) {
  constexpr int rows = TeamWords::rows;
  constexpr int cols = TeamWords::cols;
  launch_teams(exec, w.blocks, Idiom::template bytes<Exec>(rows, cols),
               WalkTile<Idiom, Exec>{TeamVectors<Exec>(w), rows, cols});
}

// [StagePieces, stage_pieces]
/// Idiom::stage(words, from, first, t): thread t brings its words of the piece that begins at
/// from(first).
template <class Idiom, class Exec>
struct StagePieces {
  static constexpr int block_size = StagedPieces::block_size;
  using Words = Scratch<std::uint32_t[StagedPieces::piece_size], Exec>;

  Vector<const std::uint32_t, Exec> in;
  Vector<std::uint32_t, Exec> out;
  int repeats;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Words words(team.team_scratch(0));
    const int t = raw_rank(team);
    std::int64_t first = std::int64_t{team.league_rank()} * repeats * StagedPieces::piece_size;
    std::uint32_t v = 0;
    for (int r = 0; r < repeats; ++r, first += StagedPieces::piece_size) {
      Idiom::stage(words, in, first, t);
      team.team_barrier();
      for (int k = 0; k < StagedPieces::items; ++k)
        v = mixed(v) + words(k * block_size + (t + StagedPieces::apart) % block_size);
      team.team_barrier();
    }
    out(word_of(team, t)) = v;
  }
};

template <class Idiom, class Exec>
void stage_pieces(const StagedPieces& s, const Exec& exec) {
  using Kernel = StagePieces<Idiom, Exec>;
  const std::size_t threads = static_cast<std::size_t>(s.blocks) * StagedPieces::block_size;
  const Vector<const std::uint32_t, Exec> in(
      s.in, threads * static_cast<std::size_t>(s.repeats) * StagedPieces::items);
  const Vector<std::uint32_t, Exec> out(s.out, threads);
  launch_teams(exec, s.blocks, Kernel::Words::shmem_size(), Kernel{in, out, s.repeats});
}

// [KeepValues, keep_values]
/// Idiom::values<Values, Exec>(team) holds a value(t) for every thread t of the team. Either
/// form is launched with scratch memory for one.
template <class Idiom, class Exec>
struct KeepValues {
  static constexpr int block_size = TeamWords::block_size;
  using Words = Scratch<std::uint32_t[2][block_size], Exec>;
  using Values = Scratch<std::uint32_t[block_size], Exec>;

  TeamVectors<Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Words words(team.team_scratch(0));
    auto value = Idiom::template values<Values, Exec>(team);
    const int t = raw_rank(team);
    value(t) = vectors.in(word_of(team, t));
    for (int r = 0; r < vectors.repeats; ++r) {
      words(r % 2, t) = value(t);
      team.team_barrier();
      value(t) = mixed(value(t)) + words(r % 2, (t + TeamWords::apart) % block_size);
    }
    vectors.out(word_of(team, t)) = value(t);
  }
};

template <class Idiom, class Exec>
void keep_values(const TeamWords& w, const Exec& exec) {
  using Kernel = KeepValues<Idiom, Exec>;
  launch_teams(exec, w.blocks, Kernel::Words::shmem_size() + Kernel::Values::shmem_size(),
               Kernel{TeamVectors<Exec>(w)});
}

// [CombineRows, combine_rows]
/// Idiom::Tile<Exec> is a View of 16 × 16 words; Idiom::store(tile, y, x, word) stores one of them,
/// Idiom::combined(tile, y, v) is v after row y's words have been combined with it.
template <class Idiom, class Exec>
struct CombineRows {
  using Tile = typename Idiom::template Tile<Exec>;

  TeamVectors<Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    constexpr int side = TeamWords::side;
    const Tile tile(team.team_scratch(0));
    const int t = raw_rank(team);
    const int y = t / side;
    std::uint32_t v = vectors.in(word_of(team, t));
    Idiom::store(tile, y, t % side, v);
    team.team_barrier();
    for (int r = 0; r < vectors.repeats; ++r) v = Idiom::combined(tile, (y + r) % side, v);
    vectors.out(word_of(team, t)) = v;
  }
};

template <class Idiom, class Exec>
void combine_rows(const TeamWords& w, const Exec& exec) {
  using Kernel = CombineRows<Idiom, Exec>;
  launch_teams(exec, w.blocks, Kernel::Tile::shmem_size(), Kernel{TeamVectors<Exec>(w)});
}

// [/]

}  // namespace tilebridge::kokkos
