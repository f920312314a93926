// SPDX-License-Identifier: Apache-2.0
// The kernels of the experiment scratch_use. A `Idiom` is the only thing in which a kernel with the
// idiom differs from the one without it.
#pragma once

#include "backends/kokkos/idioms/teams.hpp"
#include "catalogue/idioms/scratch_use.hpp"

namespace tilebridge::kokkos {

// [shown]
/// The elements of blocks of 256.
template <class T, class Exec>
struct TeamVectors {
  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  int repeats;

  explicit TeamVectors(const TeamValues<T>& w)
      : in(w.in, static_cast<std::size_t>(w.blocks) * TeamShape::block_size),
        out(w.out, static_cast<std::size_t>(w.blocks) * TeamShape::block_size),
        repeats(w.repeats) {}
};

/// Idiom::numbers<Numbers>(team) is a View of the team's next scratch memory.
template <class Idiom, class T, class Exec>
struct PassValues {
  static constexpr int block_size = TeamShape::block_size;
  using Numbers = Scratch<T[2][block_size], Exec>;  // by turns: a barrier per step

  TeamVectors<T, Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Numbers numbers = Idiom::template numbers<Numbers>(team);
    const int t = raw_rank(team);
    T v = vectors.in(word_of(team, t));
    for (int r = 0; r < vectors.repeats; ++r) {
      numbers(r % 2, t) = v;
      team.team_barrier();
      v = damping<T> - numbers(r % 2, (t + TeamShape::apart) % block_size);
    }
    vectors.out(word_of(team, t)) = v;
  }
};

template <class Idiom, class T, class Exec>
void pass_values(const TeamValues<T>& w, const Exec& exec) {
  using Kernel = PassValues<Idiom, T, Exec>;
  launch_teams(exec, w.blocks, Kernel::Numbers::shmem_size(), Kernel{TeamVectors<T, Exec>(w)});
}

/// Idiom::Tile<T, Exec> is a View of 8 × 32 numbers, Idiom::tile<T, Exec>(team, rows, cols) one of
/// the team's scratch memory, of Idiom::bytes<T, Exec>(rows, cols).
template <class Idiom, class T, class Exec>
struct WalkTile {
  TeamVectors<T, Exec> vectors;
  int rows, cols;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const auto tile = Idiom::template tile<T, Exec>(team, rows, cols);
    const int t = raw_rank(team);
    const int y = t / TeamShape::cols;
    const int x = t % TeamShape::cols;
    T v = vectors.in(word_of(team, t));
    tile(y, x) = v;
    team.team_barrier();
    for (int r = 0; r < vectors.repeats; ++r)
      v = v * damping<T> + tile((y + r) % TeamShape::rows, (x + r) % TeamShape::cols);
    vectors.out(word_of(team, t)) = v;
  }
};

template <class Idiom, class T, class Exec>
void walk_tile(const TeamValues<T>& w, const Exec& exec) {
  constexpr int rows = TeamShape::rows;
  constexpr int cols = TeamShape::cols;
  launch_teams(exec, w.blocks, Idiom::template bytes<T, Exec>(rows, cols),
               WalkTile<Idiom, T, Exec>{TeamVectors<T, Exec>(w), rows, cols});
}

/// Idiom::stage(numbers, from, first, t): thread t brings its numbers of the piece that begins at
/// from(first).
template <class Idiom, class T, class Exec>
struct StagePieces {
  using Pieces = StagedPieces<T>;
  using Numbers = Scratch<T[Pieces::piece_size], Exec>;

  Vector<const T, Exec> in;
  Vector<T, Exec> out;
  int repeats;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Numbers numbers(team.team_scratch(0));
    const int t = raw_rank(team);
    std::int64_t first = std::int64_t{team.league_rank()} * repeats * Pieces::piece_size;
    T v = 0;
    for (int r = 0; r < repeats; ++r, first += Pieces::piece_size) {
      Idiom::stage(numbers, in, first, t);
      team.team_barrier();
      for (int k = 0; k < Pieces::items; ++k)
        v = v * damping<T> +
            numbers(k * TeamShape::block_size + (t + TeamShape::apart) % TeamShape::block_size);
      team.team_barrier();
    }
    out(word_of(team, t)) = v;
  }
};

template <class Idiom, class T, class Exec>
void stage_pieces(const StagedPieces<T>& s, const Exec& exec) {
  using Kernel = StagePieces<Idiom, T, Exec>;
  const std::size_t threads = static_cast<std::size_t>(s.blocks) * TeamShape::block_size;
  const Vector<const T, Exec> in(
      s.in, threads * static_cast<std::size_t>(s.repeats) * StagedPieces<T>::items);
  const Vector<T, Exec> out(s.out, threads);
  launch_teams(exec, s.blocks, Kernel::Numbers::shmem_size(), Kernel{in, out, s.repeats});
}

/// Idiom::values<Values, Exec>(team) holds a value(t) for every thread t of the team. Either
/// form is launched with scratch memory for one.
template <class Idiom, class T, class Exec>
struct KeepValues {
  static constexpr int block_size = TeamShape::block_size;
  using Numbers = Scratch<T[2][block_size], Exec>;
  using Values = Scratch<T[block_size], Exec>;

  TeamVectors<T, Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Numbers numbers(team.team_scratch(0));
    auto value = Idiom::template values<Values, Exec>(team);
    const int t = raw_rank(team);
    value(t) = vectors.in(word_of(team, t));
    for (int r = 0; r < vectors.repeats; ++r) {
      numbers(r % 2, t) = value(t);
      team.team_barrier();
      const T partner = numbers(r % 2, (t + TeamShape::apart) % block_size);
      value(t) = value(t) * damping<T> + partner * (1 - damping<T>);
    }
    vectors.out(word_of(team, t)) = value(t);
  }
};

template <class Idiom, class T, class Exec>
void keep_values(const TeamValues<T>& w, const Exec& exec) {
  using Kernel = KeepValues<Idiom, T, Exec>;
  launch_teams(exec, w.blocks, Kernel::Numbers::shmem_size() + Kernel::Values::shmem_size(),
               Kernel{TeamVectors<T, Exec>(w)});
}

/// Idiom::Tile<T, Exec> is a View of 16 × 16 numbers; Idiom::store(tile, y, x, number) stores one
/// of them, Idiom::combined(tile, y, v) is v after row y's numbers have been combined with it.
template <class Idiom, class T, class Exec>
struct CombineRows {
  using Tile = typename Idiom::template Tile<T, Exec>;

  TeamVectors<T, Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    constexpr int side = TeamShape::side;
    const Tile tile(team.team_scratch(0));
    const int t = raw_rank(team);
    const int y = t / side;
    T v = vectors.in(word_of(team, t));
    Idiom::store(tile, y, t % side, v);
    team.team_barrier();
    for (int r = 0; r < vectors.repeats; ++r) v = Idiom::combined(tile, (y + r) % side, v);
    vectors.out(word_of(team, t)) = v;
  }
};

template <class Idiom, class T, class Exec>
void combine_rows(const TeamValues<T>& w, const Exec& exec) {
  using Kernel = CombineRows<Idiom, T, Exec>;
  launch_teams(exec, w.blocks, Kernel::Tile::shmem_size(), Kernel{TeamVectors<T, Exec>(w)});
}

}  // namespace tilebridge::kokkos
