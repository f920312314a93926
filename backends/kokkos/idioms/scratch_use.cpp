// SPDX-License-Identifier: Apache-2.0
// Ways of using a team's scratch memory, as first written. Rewritten: what to write instead.
#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/idioms/scratch_use_kernels.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::scratch_use_experiment {
namespace {

// [view]
struct TeamScratchView {
  template <class Words, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Words words(const Team& team) {
    return Words(team.team_scratch(0));
  }
};

// [run_time_extents]
struct RunTimeExtents {
  template <class Exec>
  using Tile = Scratch<std::uint32_t**, Exec>;

  template <class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Tile<Exec> tile(const Team& team, int rows, int cols) {
    return Tile<Exec>(team.team_scratch(0), rows, cols);
  }
  template <class Exec>
  static std::size_t bytes(int rows, int cols) {
    return Tile<Exec>::shmem_size(rows, cols);
  }
};

// [layout_left]
struct DefaultLayout {
  template <class Exec>
  using Tile =
      Kokkos::View<std::uint32_t[TeamWords::rows][TeamWords::cols],
                   typename Exec::scratch_memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  template <class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Tile<Exec> tile(const Team& team, int, int) {
    return Tile<Exec>(team.team_scratch(0));
  }
  template <class Exec>
  static std::size_t bytes(int, int) {
    return Tile<Exec>::shmem_size();
  }
};

// [load_store]
struct LoadAndStore {
  template <class Words, class From>
  KOKKOS_FORCEINLINE_FUNCTION static void stage(const Words& words, const From& in,
                                                std::int64_t first, int t) {
    for (int word = t; word < StagedPieces::piece_size; word += StagedPieces::block_size)
      words(word) = in(first + word);
  }
};

// [kept_in_scratch]
struct KeptInScratch {
  template <class Values, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Values values(const Team& team) {
    return Values(team.team_scratch(0));
  }
};

// [word_by_word]
struct WordByWord {
  template <class Exec>
  using Tile = Scratch<std::uint32_t[TeamWords::side][TeamWords::side], Exec>;

  template <class Tile>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Tile& tile, int y, int x,
                                                std::uint32_t word) {
    tile(y, x) = word;
  }
  template <class Tile>
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t combined(const Tile& tile, int y,
                                                            std::uint32_t v) {
    for (int i = 0; i < TeamWords::side; ++i) v = v * Mixing::factor + tile(y, i);
    return v;
  }
};

// [/]

}  // namespace

// Matched and tuned kernels. Their names hide those in ranges above.
namespace rewritten {
using namespace techniques;

namespace {

// [view_matched]
struct ViewOfPointer {
  template <class Words, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Words words(const Team& team) {
    return scratch<Words>(team);
  }
};

// [run_time_extents_matched, layout_left_matched]
struct RowMajor {
  template <class Exec>
  using Tile = Scratch<std::uint32_t[TeamWords::rows][TeamWords::cols], Exec>;

  template <class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static Tile<Exec> tile(const Team& team, int, int) {
    return Tile<Exec>(team.team_scratch(0));
  }
  template <class Exec>
  static std::size_t bytes(int, int) {
    return Tile<Exec>::shmem_size();
  }
};

// [load_store_matched]
struct LoadsFirst {
  template <class Words, class From>
  KOKKOS_FORCEINLINE_FUNCTION static void stage(const Words& words, const From& from,
                                                std::int64_t first, int t) {
    constexpr int items = StagedPieces::items;
    std::uint32_t held[items];
    for (int k = 0; k < items; ++k) held[k] = from(first + k * StagedPieces::block_size + t);
    for (int k = 0; k < items; ++k) words(k * StagedPieces::block_size + t) = held[k];
  }
};

// [kept_in_scratch_matched]
struct KeptInRegister {
  template <class Values, class Exec, class Team>
  KOKKOS_FORCEINLINE_FUNCTION static PerThread<Exec, std::uint32_t, TeamWords::block_size> values(
      const Team&) {
    return {};
  }
};

// [word_by_word_matched]
struct ByPacks {
  static constexpr int side = TeamWords::side;
  static constexpr int width = pack_width<std::uint32_t>;

  template <class Exec>
  using Tile = Scratch<Pack<std::uint32_t>[side][side / width], Exec>;

  template <class Tile>
  KOKKOS_FORCEINLINE_FUNCTION static void store(const Tile& tile, int y, int x,
                                                std::uint32_t word) {
    tile(y, x / width).values[x % width] = word;
  }
  template <class Tile>
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t combined(const Tile& tile, int y,
                                                            std::uint32_t v) {
    for (int i = 0; i < side / width; ++i) {
      const Pack<std::uint32_t> some = tile(y, i);
      for (int j = 0; j < width; ++j) v = v * Mixing::factor + some.values[j];
    }
    return v;
  }
};

// [/]

template <class Exec>
void add_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("scratch_use/view_matched", pass_values<ViewOfPointer, Exec>);
    kokkos.add("scratch_use/run_time_extents_matched", walk_tile<RowMajor, Exec>);
    kokkos.add("scratch_use/layout_left_matched", walk_tile<RowMajor, Exec>);
    kokkos.add("scratch_use/load_store_matched", stage_pieces<LoadsFirst, Exec>);
    kokkos.add("scratch_use/kept_in_scratch_matched", keep_values<KeptInRegister, Exec>);
    kokkos.add("scratch_use/word_by_word_matched", combine_rows<ByPacks, Exec>);
  }
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("scratch_use/view", pass_values<TeamScratchView, Exec>);
    kokkos.add("scratch_use/run_time_extents", walk_tile<RunTimeExtents, Exec>);
    kokkos.add("scratch_use/layout_left", walk_tile<DefaultLayout, Exec>);
    kokkos.add("scratch_use/load_store", stage_pieces<LoadAndStore, Exec>);
    kokkos.add("scratch_use/kept_in_scratch", keep_values<KeptInScratch, Exec>);
    kokkos.add("scratch_use/word_by_word", combine_rows<WordByWord, Exec>);
  }
  rewritten::add_kernels(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::scratch_use_experiment
