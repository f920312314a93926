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
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_scratch_use);

}  // namespace tilebridge::kokkos
