// SPDX-License-Identifier: Apache-2.0
// A team reverses tiles in scratch memory; all variants but one lack a barrier, which is a mistake.
#include "catalogue/execution/hazards.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos::hazards_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_size = Reversal::block_size;
constexpr int last = block_size - 1;

template <class T, class Exec>
using Tiles = Unmanaged<T** [block_size], Kokkos::LayoutRight, Exec>;  // [block][tile][word]
template <class Exec>
using Words = Scratch<Word[block_size], Exec>;

/// Returns 0: at once, or for a late thread after a chain that no compiler knows to end below 3.
KOKKOS_INLINE_FUNCTION int zero(int thread, int tile, int late) {
  if (thread < Reversal::first_late) return 0;
  float value = 1 / (1 + static_cast<float>(tile));
  for (int step = 0; step < late; ++step) value = value / 2 + 1;
  return value > 3 ? 1 : 0;
}

struct Missing {
  KOKKOS_FUNCTION static void wait(const auto& /*team*/) {}
};

struct Barrier {
  KOKKOS_FUNCTION static void wait(const auto& team) { team.team_barrier(); }
};

template <class Exec, class Size>
auto teams(const Reversal& r, const Exec& exec, const Size& size) {
  Kokkos::TeamPolicy<Exec> policy(exec, r.blocks, size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words<Exec>::shmem_size()));
  return policy;
}

template <class Between, class Exec>
void read_after_write(const Reversal& r, const Exec& exec) {
  const Tiles<const Word, Exec> in(r.in, r.blocks, r.tiles);
  const Tiles<Word, Exec> out(r.out, r.blocks, r.tiles);
  const int tiles = r.tiles, late = r.late;
  Kokkos::parallel_for(
      "hazards/read_after_write", teams(r, exec, team_of<Exec, block_size>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words<Exec> words(team.team_scratch(0));
        const int block = team.league_rank();
        const auto threads = Kokkos::TeamThreadRange(team, block_size);
        Kokkos::parallel_for(threads, [&](int t) { words(t) = 0; });
        team.team_barrier();
        for (int tile = 0; tile < tiles; ++tile) {
          Kokkos::parallel_for(threads,
                               [&](int t) { words(t) = in(block, tile, t) + zero(t, tile, late); });
          Between::wait(team);
          Kokkos::parallel_for(threads, [&](int t) { out(block, tile, t) = words(last - t); });
          team.team_barrier();
        }
      });
}

template <class Exec>
void write_after_read(const Reversal& r, const Exec& exec) {
  const Tiles<const Word, Exec> in(r.in, r.blocks, r.tiles);
  const Tiles<Word, Exec> out(r.out, r.blocks, r.tiles);
  const int tiles = r.tiles, late = r.late;
  Kokkos::parallel_for(
      "hazards/write_after_read", teams(r, exec, team_of<Exec, block_size>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words<Exec> words(team.team_scratch(0));
        const int block = team.league_rank();
        const auto threads = Kokkos::TeamThreadRange(team, block_size);
        for (int tile = 0; tile < tiles; ++tile) {
          Kokkos::parallel_for(threads, [&](int t) { words(t) = in(block, tile, t); });
          team.team_barrier();
          Kokkos::parallel_for(
              threads, [&](int t) { out(block, tile, t) = words(last - t + zero(t, tile, late)); });
          // here a barrier is missing
        }
      });
}

template <class Exec>
void write_after_write(const Reversal& r, const Exec& exec) {
  const Tiles<const Word, Exec> in(r.in, r.blocks, r.tiles);
  const Tiles<Word, Exec> out(r.out, r.blocks, r.tiles);
  const int tiles = r.tiles, late = r.late;
  Kokkos::parallel_for(
      "hazards/write_after_write", teams(r, exec, team_of<Exec, block_size>),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words<Exec> words(team.team_scratch(0));
        const int block = team.league_rank();
        const auto threads = Kokkos::TeamThreadRange(team, block_size);
        for (int tile = 0; tile < tiles; ++tile) {
          Kokkos::parallel_for(threads, [&](int t) { words(t) = zero(t, tile, late); });
          // here a barrier is missing
          Kokkos::parallel_for(threads, [&](int t) { words(last - t) = in(block, tile, t); });
          team.team_barrier();
          Kokkos::parallel_for(threads, [&](int t) { out(block, tile, t) = words(t); });
          team.team_barrier();
        }
      });
}

template <class Between, class Exec>
void read_after_write_by_index(const Reversal& r, const Exec& exec) {
  const Tiles<const Word, Exec> in(r.in, r.blocks, r.tiles);
  const Tiles<Word, Exec> out(r.out, r.blocks, r.tiles);
  const int tiles = r.tiles, late = r.late;
  Kokkos::parallel_for(
      "hazards/read_after_write", teams(r, exec, block_size),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words<Exec> words(team.team_scratch(0));
        const int block = team.league_rank(), t = team.team_rank();
        words(t) = 0;
        team.team_barrier();
        for (int tile = 0; tile < tiles; ++tile) {
          words(t) = in(block, tile, t) + zero(t, tile, late);
          Between::wait(team);
          out(block, tile, t) = words(last - t);
          team.team_barrier();
        }
      });
}

template <class Exec>
void write_after_read_by_index(const Reversal& r, const Exec& exec) {
  const Tiles<const Word, Exec> in(r.in, r.blocks, r.tiles);
  const Tiles<Word, Exec> out(r.out, r.blocks, r.tiles);
  const int tiles = r.tiles, late = r.late;
  Kokkos::parallel_for(
      "hazards/write_after_read", teams(r, exec, block_size),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words<Exec> words(team.team_scratch(0));
        const int block = team.league_rank(), t = team.team_rank();
        for (int tile = 0; tile < tiles; ++tile) {
          words(t) = in(block, tile, t);
          team.team_barrier();
          out(block, tile, t) = words(last - t + zero(t, tile, late));
          // here a barrier is missing
        }
      });
}

template <class Exec>
void write_after_write_by_index(const Reversal& r, const Exec& exec) {
  const Tiles<const Word, Exec> in(r.in, r.blocks, r.tiles);
  const Tiles<Word, Exec> out(r.out, r.blocks, r.tiles);
  const int tiles = r.tiles, late = r.late;
  Kokkos::parallel_for(
      "hazards/write_after_write", teams(r, exec, block_size),
      KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words<Exec> words(team.team_scratch(0));
        const int block = team.league_rank(), t = team.team_rank();
        for (int tile = 0; tile < tiles; ++tile) {
          words(t) = zero(t, tile, late);
          // here a barrier is missing
          words(last - t) = in(block, tile, t);
          team.team_barrier();
          out(block, tile, t) = words(t);
          team.team_barrier();
        }
      });
}

}  // namespace

template <class Exec>
void register_kernels([[maybe_unused]] KokkosKernels<Exec>& kokkos) {
  if constexpr (!is_host<Exec>) {  // a team of a host may be one thread, which forgets nothing
    kokkos.add("hazards/raw", read_after_write<Missing, Exec>);
    kokkos.add("hazards/war", write_after_read<Exec>);
    kokkos.add("hazards/waw", write_after_write<Exec>);
    kokkos.add("hazards/with_barrier", read_after_write<Barrier, Exec>);
    const auto by_index = kokkos.in(Form::indices);
    by_index.add("hazards/raw", read_after_write_by_index<Missing, Exec>);
    by_index.add("hazards/war", write_after_read_by_index<Exec>);
    by_index.add("hazards/waw", write_after_write_by_index<Exec>);
    by_index.add("hazards/with_barrier", read_after_write_by_index<Barrier, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::hazards_experiment
