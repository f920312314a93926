// SPDX-License-Identifier: Apache-2.0
// Ways of using a team's scratch memory. The only difference between a kernel in loops and the
// rewritten one is its `Idiom`.
#include "catalogue/idioms/scratch_use.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/idioms/teams.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::scratch_use_experiment {
namespace {

using namespace techniques;
constexpr int block_size = TeamShape::block_size;

struct TeamScratchView {
  template <class Numbers, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Numbers numbers(const Team& team) {
    return Numbers(team.team_scratch(0));
  }
};

struct ViewOfPointer {
  template <class Numbers, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Numbers numbers(const Team& team) {
    return scratch<Numbers>(team);
  }
};

/// Idiom::numbers<Numbers>(team) is a View of the team's next scratch memory.
template <class Idiom, class T, class Exec>
struct PassValues {
  using Numbers = Scratch<T[2][block_size], Exec>;  // used by turns: a barrier per step

  TeamVectors<T, Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Numbers numbers = Idiom::template numbers<Numbers>(team);
    const int t = thread_rank(team);
    T v = vectors.in(word_of(team, t));
    for (int r = 0; r < vectors.repeats; ++r) {
      numbers(r % 2, t) = v;
      team.team_barrier();
      v = damping<T> - numbers(r % 2, TeamShape::partner(t));
    }
    vectors.out(word_of(team, t)) = v;
  }
};

template <class Idiom, class T, class Exec>
void pass_values(const TeamValues<T>& w, const Exec& exec) {
  using Kernel = PassValues<Idiom, T, Exec>;
  launch_teams(exec, w.blocks, Kernel::Numbers::shmem_size(), Kernel{TeamVectors<T, Exec>(w)});
}

struct RunTimeExtents {
  template <class T, class Exec>
  using Tile = Scratch<T**, Exec>;

  template <class T, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Tile<T, Exec> tile(const Team& team, int rows, int cols) {
    return Tile<T, Exec>(team.team_scratch(0), rows, cols);
  }
  template <class T, class Exec>
  static std::size_t bytes(int rows, int cols) {
    return Tile<T, Exec>::shmem_size(rows, cols);
  }
};

/// `Layout` is empty for the default one.
template <class... Layout>
struct FixedExtents {
  template <class T, class Exec>
  using Tile =
      Kokkos::View<T[TeamShape::rows][TeamShape::cols], Layout...,
                   typename Exec::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  template <class T, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Tile<T, Exec> tile(const Team& team, int, int) {
    return Tile<T, Exec>(team.team_scratch(0));
  }
  template <class T, class Exec>
  static std::size_t bytes(int, int) {
    return Tile<T, Exec>::shmem_size();
  }
};

using DefaultLayout = FixedExtents<>;
using RowMajor = FixedExtents<Kokkos::LayoutRight>;

/// Idiom::Tile<T, Exec> is a View of 8 × 32 numbers, Idiom::tile<T, Exec>(team, rows, cols) one of
/// the team's scratch memory, of Idiom::bytes<T, Exec>(rows, cols).
template <class Idiom, class T, class Exec>
struct WalkTile {
  TeamVectors<T, Exec> vectors;
  int rows, cols;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const auto tile = Idiom::template tile<T, Exec>(team, rows, cols);
    const int t = thread_rank(team);
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

struct LoadAndStore {
  template <class Numbers, class From>
  KOKKOS_FORCEINLINE_FUNCTION static void stage(const Numbers& numbers, const From& in,
                                                std::int64_t first, int t) {
    using Pieces = StagedPieces<typename Numbers::value_type>;
    for (int i = t; i < Pieces::piece_size; i += block_size) numbers(i) = in(first + i);
  }
};

struct LoadsFirst {
  template <class Numbers, class From>
  KOKKOS_FORCEINLINE_FUNCTION static void stage(const Numbers& numbers, const From& from,
                                                std::int64_t first, int t) {
    using T = typename Numbers::value_type;
    using Pieces = StagedPieces<T>;
    T held[Pieces::items];
    for (int k = 0; k < Pieces::items; ++k) held[k] = from(first + k * block_size + t);
    for (int k = 0; k < Pieces::items; ++k) numbers(k * block_size + t) = held[k];
  }
};

/// Idiom::stage(numbers, from, first, t) stages thread t's numbers of the piece that begins at
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
    const int t = thread_rank(team);
    std::int64_t first = std::int64_t{team.league_rank()} * repeats * Pieces::piece_size;
    T v = 0;
    for (int r = 0; r < repeats; ++r, first += Pieces::piece_size) {
      Idiom::stage(numbers, in, first, t);
      team.team_barrier();
      for (int k = 0; k < Pieces::items; ++k)
        v = v * damping<T> + numbers(k * block_size + TeamShape::partner(t));
      team.team_barrier();
    }
    out(word_of(team, t)) = v;
  }
};

template <class Idiom, class T, class Exec>
void stage_pieces(const StagedPieces<T>& s, const Exec& exec) {
  using Kernel = StagePieces<Idiom, T, Exec>;
  const std::size_t threads = static_cast<std::size_t>(s.blocks) * block_size;
  const Vector<const T, Exec> in(
      s.in, threads * static_cast<std::size_t>(s.repeats) * StagedPieces<T>::items);
  const Vector<T, Exec> out(s.out, threads);
  launch_teams(exec, s.blocks, Kernel::Numbers::shmem_size(), Kernel{in, out, s.repeats});
}

struct KeptInScratch {
  template <class Values, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Values values(const Team& team) {
    return Values(team.team_scratch(0));
  }
};

struct KeptInRegister {
  template <class Values, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static auto values(const Team&) {
    return PerThread<Exec, typename Values::value_type, block_size>();
  }
};

/// Idiom::values<Values, Exec>(team) holds a value(t) for every thread t of the team. Either
/// form is launched with scratch memory for one.
template <class Idiom, class T, class Exec>
struct KeepValues {
  using Numbers = Scratch<T[2][block_size], Exec>;
  using Values = Scratch<T[block_size], Exec>;

  TeamVectors<T, Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    const Numbers numbers(team.team_scratch(0));
    auto value = Idiom::template values<Values, Exec>(team);
    const int t = thread_rank(team);
    value(t) = vectors.in(word_of(team, t));
    for (int r = 0; r < vectors.repeats; ++r) {
      numbers(r % 2, t) = value(t);
      team.team_barrier();
      const T partner = numbers(r % 2, TeamShape::partner(t));
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

struct WordByWord {
  template <class T, class Exec>
  using Tile = Scratch<T[TeamShape::side][TeamShape::side], Exec>;

  template <class Tile, class T>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Tile& tile, int y, int x, T number) {
    tile(y, x) = number;
  }
  template <class Tile, class T>
  KOKKOS_FORCEINLINE_FUNCTION static T combined(const Tile& tile, int y, T v) {
    for (int i = 0; i < TeamShape::side; ++i) v = v * damping<T> + tile(y, i);
    return v;
  }
};

struct ByPacks {
  static constexpr int side = TeamShape::side;

  template <class T, class Exec>
  using Tile = Scratch<Pack<T>[side][side / pack_width<T>], Exec>;

  template <class Tile, class T>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Tile& tile, int y, int x, T number) {
    constexpr int width = pack_width<T>;
    tile(y, x / width).values[x % width] = number;
  }
  template <class Tile, class T>
  KOKKOS_FORCEINLINE_FUNCTION static T combined(const Tile& tile, int y, T v) {
    constexpr int width = pack_width<T>;
    for (int i = 0; i < side / width; ++i) {
      const Pack<T> some = tile(y, i);
      for (int j = 0; j < width; ++j) v = v * damping<T> + some.values[j];
    }
    return v;
  }
};

/// Idiom::Tile<T, Exec> is a View of 16 × 16 numbers; Idiom::store(tile, y, x, number) stores one
/// of them, Idiom::combined(tile, y, v) is v after row y's numbers have been combined with it.
template <class Idiom, class T, class Exec>
struct CombineRows {
  using Tile = typename Idiom::template Tile<T, Exec>;

  TeamVectors<T, Exec> vectors;

  KOKKOS_FUNCTION void operator()(const Team<Exec>& team) const {
    constexpr int side = TeamShape::side;
    const Tile tile(team.team_scratch(0));
    const int t = thread_rank(team);
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

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kernels::for_types<float, double>([&]<class T>() {
      kokkos.add("scratch_use/view", pass_values<TeamScratchView, T, Exec>);
      kokkos.add("scratch_use/run_time_extents", walk_tile<RunTimeExtents, T, Exec>);
      kokkos.add("scratch_use/layout_left", walk_tile<DefaultLayout, T, Exec>);
      kokkos.add("scratch_use/load_store", stage_pieces<LoadAndStore, T, Exec>);
      kokkos.add("scratch_use/kept_in_scratch", keep_values<KeptInScratch, T, Exec>);
      kokkos.add("scratch_use/word_by_word", combine_rows<WordByWord, T, Exec>);
      kokkos.add("scratch_use/view_rewritten", pass_values<ViewOfPointer, T, Exec>);
      kokkos.add("scratch_use/run_time_extents_rewritten", walk_tile<RowMajor, T, Exec>);
      kokkos.add("scratch_use/layout_left_rewritten", walk_tile<RowMajor, T, Exec>);
      kokkos.add("scratch_use/load_store_rewritten", stage_pieces<LoadsFirst, T, Exec>);
      kokkos.add("scratch_use/kept_in_scratch_rewritten", keep_values<KeptInRegister, T, Exec>);
      kokkos.add("scratch_use/word_by_word_rewritten", combine_rows<ByPacks, T, Exec>);
    });
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::scratch_use_experiment
