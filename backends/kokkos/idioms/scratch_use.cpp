// SPDX-License-Identifier: Apache-2.0
// Ways of using a team's scratch memory, as first written. Rewritten: what to write instead.
#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/idioms/scratch_use_kernels.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::scratch_use_experiment {
namespace {

struct TeamScratchView {
  template <class Numbers, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Numbers numbers(const Team& team) {
    return Numbers(team.team_scratch(0));
  }
};

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

struct DefaultLayout {
  template <class T, class Exec>
  using Tile =
      Kokkos::View<T[TeamShape::rows][TeamShape::cols], typename Exec::scratch_memory_space,
                   Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  template <class T, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Tile<T, Exec> tile(const Team& team, int, int) {
    return Tile<T, Exec>(team.team_scratch(0));
  }
  template <class T, class Exec>
  static std::size_t bytes(int, int) {
    return Tile<T, Exec>::shmem_size();
  }
};

struct LoadAndStore {
  template <class Numbers, class From>
  KOKKOS_FORCEINLINE_FUNCTION static void stage(const Numbers& numbers, const From& in,
                                                std::int64_t first, int t) {
    using Pieces = StagedPieces<typename Numbers::value_type>;
    for (int i = t; i < Pieces::piece_size; i += TeamShape::block_size) numbers(i) = in(first + i);
  }
};

struct KeptInScratch {
  template <class Values, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Values values(const Team& team) {
    return Values(team.team_scratch(0));
  }
};

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

template <class T, class Exec>
void add_of([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("scratch_use/view", pass_values<TeamScratchView, T, Exec>);
    kokkos.add("scratch_use/run_time_extents", walk_tile<RunTimeExtents, T, Exec>);
    kokkos.add("scratch_use/layout_left", walk_tile<DefaultLayout, T, Exec>);
    kokkos.add("scratch_use/load_store", stage_pieces<LoadAndStore, T, Exec>);
    kokkos.add("scratch_use/kept_in_scratch", keep_values<KeptInScratch, T, Exec>);
    kokkos.add("scratch_use/word_by_word", combine_rows<WordByWord, T, Exec>);
  }
}

}  // namespace

// Rewritten and tuned kernels.
namespace rewritten {
using namespace techniques;

namespace {

struct ViewOfPointer {
  template <class Numbers, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Numbers numbers(const Team& team) {
    return scratch<Numbers>(team);
  }
};

struct RowMajor {
  template <class T, class Exec>
  using Tile = Scratch<T[TeamShape::rows][TeamShape::cols], Exec>;

  template <class T, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Tile<T, Exec> tile(const Team& team, int, int) {
    return Tile<T, Exec>(team.team_scratch(0));
  }
  template <class T, class Exec>
  static std::size_t bytes(int, int) {
    return Tile<T, Exec>::shmem_size();
  }
};

struct LoadsFirst {
  template <class Numbers, class From>
  KOKKOS_FORCEINLINE_FUNCTION static void stage(const Numbers& numbers, const From& from,
                                                std::int64_t first, int t) {
    using T = typename Numbers::value_type;
    using Pieces = StagedPieces<T>;
    T held[Pieces::items];
    for (int k = 0; k < Pieces::items; ++k) held[k] = from(first + k * TeamShape::block_size + t);
    for (int k = 0; k < Pieces::items; ++k) numbers(k * TeamShape::block_size + t) = held[k];
  }
};

struct KeptInRegister {
  template <class Values, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static auto values(const Team&) {
    return PerThread<Exec, typename Values::value_type, TeamShape::block_size>();
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

template <class T, class Exec>
void add_of([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("scratch_use/view_rewritten", pass_values<ViewOfPointer, T, Exec>);
    kokkos.add("scratch_use/run_time_extents_rewritten", walk_tile<RowMajor, T, Exec>);
    kokkos.add("scratch_use/layout_left_rewritten", walk_tile<RowMajor, T, Exec>);
    kokkos.add("scratch_use/load_store_rewritten", stage_pieces<LoadsFirst, T, Exec>);
    kokkos.add("scratch_use/kept_in_scratch_rewritten", keep_values<KeptInRegister, T, Exec>);
    kokkos.add("scratch_use/word_by_word_rewritten", combine_rows<ByPacks, T, Exec>);
  }
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  add_of<float>(kokkos);
  add_of<double>(kokkos);
  rewritten::add_of<float>(kokkos);
  rewritten::add_of<double>(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::scratch_use_experiment
