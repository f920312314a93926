// SPDX-License-Identifier: Apache-2.0
// Ways of using a team's scratch memory: what to write instead.
#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/habits/scratch_use_kernels.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
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

}  // namespace

template <class Exec>
void add_engineered_scratch_use([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {
    kokkos.add("scratch_use/view_matched", pass_values<ViewOfPointer, Exec>);
    kokkos.add("scratch_use/run_time_extents_matched", walk_tile<RowMajor, Exec>);
    kokkos.add("scratch_use/layout_left_matched", walk_tile<RowMajor, Exec>);
    kokkos.add("scratch_use/load_store_matched", stage_pieces<LoadsFirst, Exec>);
    kokkos.add("scratch_use/kept_in_scratch_matched", keep_values<KeptInRegister, Exec>);
    kokkos.add("scratch_use/word_by_word_matched", combine_rows<ByPacks, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_scratch_use);

}  // namespace tilebridge::kokkos
