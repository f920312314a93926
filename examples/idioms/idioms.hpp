// SPDX-License-Identifier: Apache-2.0
// Each struct shows a costly idiom of Kokkos and what to write instead. `before` and `after` do the
// same in every execution space, with every team size and vector length; those by techniques.hpp
// launch teams of vector length 1 themselves. The lines between markers are what `tilebridge
// explain team_control/single` prints, and tests/backends/kokkos_idioms_test.cpp runs them.
#pragma once

#include <Kokkos_Core.hpp>
#include <Kokkos_Graph.hpp>
#include <algorithm>
#include <cstdint>

#include "backends/kokkos/techniques.hpp"

namespace tilebridge::idioms {

using kokkos::techniques::Divisor;
using kokkos::techniques::for_each_element;
using kokkos::techniques::for_each_thread;
using kokkos::techniques::PerThread;
using kokkos::techniques::scratch;
using kokkos::techniques::team_policy;
using kokkos::techniques::thread_rank;
using kokkos::techniques::TwoSteps;
using kokkos::techniques::VectorSum;

using Word = std::uint32_t;
template <class Exec>
using Words = Kokkos::View<Word*, Kokkos::LayoutRight, Exec>;
template <class Exec>
using TeamOf = typename Kokkos::TeamPolicy<Exec>::member_type;
/// Belongs to a policy with a 32-bit index, as techniques.hpp has it.
template <class Exec>
using TeamMember = kokkos::techniques::TeamMember<Exec>;
template <class Exec, class Data, class... Layout>
using ScratchView = Kokkos::View<Data, Layout..., typename Exec::scratch_memory_space,
                                 Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

constexpr int tile_words = 256;
constexpr int items = 8;  // words per element of `out`

/// An idiom is tried on these arrays, with teams of this size.
template <class Exec>
struct Case {
  static constexpr int tiles = 7;
  static constexpr int words = tiles * tile_words;
  static constexpr int words_read = words * items;

  Words<Exec> in{"in", words_read};
  Words<Exec> out{"out", words};
  int threads = 256;  // of a team at most, with its vector lanes
  int vector_length = 1;
};

/// Runs `kernel` in a team per tile: as large a team as the case and the execution space allow.
template <class Exec, class Kernel>
void for_each_tile(const Case<Exec>& c, const Kernel& kernel, std::size_t scratch_bytes = 0) {
  const auto policy_of = [&](int team_size) {
    Kokkos::TeamPolicy<Exec> policy(c.tiles, team_size, c.vector_length);
    policy.set_scratch_size(0, Kokkos::PerTeam(scratch_bytes));
    return policy;
  };
  const int most = policy_of(1).team_size_max(kernel, Kokkos::ParallelForTag());
  Kokkos::parallel_for(policy_of(std::min(c.threads / c.vector_length, most)), kernel);
}

/// out(i) = 3 · in(i), for an index or for element t of a team's tile.
template <class Exec>
struct Tripling {
  Words<Exec> in, out;

  KOKKOS_FUNCTION void operator()(std::size_t i) const { out(i) = 3 * in(i); }
  KOKKOS_FUNCTION void operator()(const TeamOf<Exec>& team, int t) const {
    (*this)(static_cast<std::size_t>(tile_words * team.league_rank() + t));
  }
};

// ---- The threads of a team ------------------------------------------------------------------

struct Single {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto out = c.out;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          const int tile = team.league_rank();
          // [before team_control/single]
          Kokkos::single(Kokkos::PerTeam(team), [&] { Kokkos::atomic_add(&out(tile), 1U); });
          // [/]
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto out = c.out;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          const int tile = team.league_rank();
          // [after team_control/single]
          if (team.team_rank() == 0)  // with vector length 1, single(PerThread) can be left out
            Kokkos::single(Kokkos::PerThread(team), [&] { Kokkos::atomic_add(&out(tile), 1U); });
          // [/]
        });
  }
};

struct SignedRank {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const Tripling<Exec> work = {c.in, c.out};
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          for (int first = 0; first < tile_words; first += team.team_size()) {
            // [before team_control/signed_rank]
            const int row = team.team_rank() / 32, column = team.team_rank() % 32;
            // [/]
            const int t = first + 32 * row + column;
            if (t < tile_words) work(team, t);
          }
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const Tripling<Exec> work = {c.in, c.out};
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          for (int first = 0; first < tile_words; first += team.team_size()) {
            // [after team_control/signed_rank]
            const unsigned rank = static_cast<unsigned>(team.team_rank()) % 1024;
            const unsigned row = rank / 32, column = rank % 32;
            // [/]
            const int t = first + static_cast<int>(32 * row + column);
            if (t < tile_words) work(team, t);
          }
        });
  }
};

struct LeagueDivision {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto out = c.out;
    const int across = 3;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          const int tile = team.league_rank();
          // [before team_control/league_division]
          const int row = tile / across, column = tile % across;
          // [/]
          out(tile) = static_cast<Word>(10 * row + column);
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto out = c.out;
    const int across = 3;
    // [after team_control/league_division]
    const Divisor by_across(across);  // before the launch
    // [/]
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          const int tile = team.league_rank();
          // [after team_control/league_division]
          const int row = by_across.quotient(tile), column = by_across.remainder(tile, row);
          // [/]
          out(tile) = static_cast<Word>(10 * row + column);
        });
  }
};

/// The last tile is not full.
struct EarlyReturn {
  static constexpr int missing = 5;

  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int n = c.words - missing;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          for (int t = team.team_rank(); t < tile_words; t += team.team_size()) {
            const int i = tile_words * team.league_rank() + t;
            // [before team_control/early_return]
            if (i >= n) return;
            out(i) = 3 * in(i);
            // [/]
          }
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int n = c.words - missing;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          for (int t = team.team_rank(); t < tile_words; t += team.team_size()) {
            const int i = tile_words * team.league_rank() + t;
            // [after team_control/early_return]
            const Word word = in(i < n ? i : n - 1);  // n is not 0
            if (i < n) out(i) = 3 * word;
            // [/]
          }
        });
  }
};

struct Conditions {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int rows = c.tiles, cols = tile_words;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const int y = i / cols - 1, x = i % cols - 1;
          // [before team_control/conditions]
          if (y >= 0 && y < rows && x >= 0 && x < cols) out(i) = 3 * in(y * cols + x);
          // [/]
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int rows = c.tiles, cols = tile_words;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const int y = i / cols - 1, x = i % cols - 1;
          // [after team_control/conditions]
          const bool is_inside = (y >= 0) & (y < rows) & (x >= 0) & (x < cols);
          if (is_inside) out(i) = 3 * in(y * cols + x);
          // [/]
        });
  }
};

struct TeamRange {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Policy = Kokkos::TeamPolicy<Exec>;
    using Team = TeamOf<Exec>;
    const Tripling<Exec> work = {c.in, c.out};
    const int tiles = c.tiles;
    // [before team_control/team_range]
    const auto kernel = KOKKOS_LAMBDA(const Team& team) {
      Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 256), [&](int t) { work(team, t); });
    };
    Kokkos::parallel_for(Policy(tiles, Kokkos::AUTO), kernel);
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Policy = Kokkos::TeamPolicy<Exec>;
    using Team = TeamOf<Exec>;
    const Tripling<Exec> work = {c.in, c.out};
    const int tiles = c.tiles;
    // [after team_control/team_range, after team_control/vector_range, after team_control/loop_of_one]
    const auto kernel = KOKKOS_LAMBDA(const Team& team) {
      const int rank = team.team_rank(), size = team.team_size();
      if (size == 256) work(team, rank);
      for (int t = rank; size < 256 && t < 256; t += size) work(team, t);  // a host: fewer threads
    };
    const int most = Policy(tiles, 1).team_size_max(kernel, Kokkos::ParallelForTag());
    Kokkos::parallel_for(Policy(tiles, std::min(256, most)), kernel);
    // [/]
  }
};

struct VectorRange {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Policy = Kokkos::TeamPolicy<Exec>;
    using Team = TeamOf<Exec>;
    const Tripling<Exec> work = {c.in, c.out};
    const int tiles = c.tiles;
    // [before team_control/vector_range]
    const auto kernel = KOKKOS_LAMBDA(const Team& team) {
      Kokkos::parallel_for(Kokkos::TeamThreadRange(team, 8), [&](int y) {
        const auto row = Kokkos::ThreadVectorRange(team, 32);
        Kokkos::parallel_for(row, [&](int x) { work(team, 32 * y + x); });
      });
    };
    Kokkos::parallel_for(Policy(tiles, Kokkos::AUTO, Policy::vector_length_max()), kernel);
    // [/]
  }
};

struct LoopOfOne {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Policy = Kokkos::TeamPolicy<Exec>;
    using Team = TeamOf<Exec>;
    const Tripling<Exec> work = {c.in, c.out};
    const int tiles = c.tiles;
    // [before team_control/loop_of_one]
    const auto kernel = KOKKOS_LAMBDA(const Team& team) {
      for (int t = team.team_rank(); t < 256; t += team.team_size()) work(team, t);
    };
    Kokkos::parallel_for(Policy(tiles, Kokkos::AUTO), kernel);
    // [/]
  }
};

// ---- Scratch memory -------------------------------------------------------------------------

/// Thread t brings word t, and thread t + 129 takes it.
struct ViewOfScratch {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Tile = ScratchView<Exec, Word[tile_words]>;
    const auto in = c.in, out = c.out;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      // [before scratch_use/view]
      const Tile tile(team.team_scratch(0));
      // [/]
      const int first = tile_words * team.league_rank(), size = team.team_size();
      for (int t = team.team_rank(); t < tile_words; t += size) tile(t) = in(first + t);
      team.team_barrier();
      for (int t = team.team_rank(); t < tile_words; t += size)
        out(first + t) = tile((t + 129) % tile_words);
    };
    for_each_tile(c, kernel, Tile::shmem_size());
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Tile = ScratchView<Exec, Word[tile_words]>;
    const auto in = c.in, out = c.out;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      // [after scratch_use/view]
      static_assert(alignof(Word) <= 8 && sizeof(Word[256]) % 8 == 0);
      const Tile tile(static_cast<Word*>(team.team_scratch(0).get_shmem(sizeof(Word[256]))));
      // [/]
      const int first = tile_words * team.league_rank(), size = team.team_size();
      for (int t = team.team_rank(); t < tile_words; t += size) tile(t) = in(first + t);
      team.team_barrier();
      for (int t = team.team_rank(); t < tile_words; t += size)
        out(first + t) = tile((t + 129) % tile_words);
    };
    for_each_tile(c, kernel, Tile::shmem_size());
  }
};

/// An 8 × 32 tile, whose rows other threads take.
struct TileOfScratch {
  template <class Exec, class Tile>
  KOKKOS_FUNCTION static void pass(const TeamOf<Exec>& team, const Tile& tile,
                                   const Words<Exec>& in, const Words<Exec>& out) {
    const int first = tile_words * team.league_rank(), size = team.team_size();
    for (int t = team.team_rank(); t < tile_words; t += size) tile(t / 32, t % 32) = in(first + t);
    team.team_barrier();
    for (int t = team.team_rank(); t < tile_words; t += size) {
      const int partner = (t + 129) % tile_words;
      out(first + t) = tile(partner / 32, partner % 32);
    }
  }
};

struct RunTimeExtents {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Scratch = typename Exec::scratch_memory_space;
    const auto in = c.in, out = c.out;
    const int rows = 8, cols = 32;
    // [before scratch_use/run_time_extents]
    using Tile = Kokkos::View<Word**, Kokkos::LayoutRight, Scratch, Kokkos::MemoryUnmanaged>;
    // [/]
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      // [before scratch_use/run_time_extents]
      const Tile tile(team.team_scratch(0), rows, cols);
      // [/]
      TileOfScratch::pass<Exec>(team, tile, in, out);
    };
    for_each_tile(c, kernel, Tile::shmem_size(rows, cols));
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Scratch = typename Exec::scratch_memory_space;
    const auto in = c.in, out = c.out;
    // [after scratch_use/run_time_extents, after scratch_use/layout_left]
    using Tile = Kokkos::View<Word[8][32], Kokkos::LayoutRight, Scratch, Kokkos::MemoryUnmanaged>;
    // [/]
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      // [after scratch_use/run_time_extents, after scratch_use/layout_left]
      const Tile tile(team.team_scratch(0));
      // [/]
      TileOfScratch::pass<Exec>(team, tile, in, out);
    };
    for_each_tile(c, kernel, Tile::shmem_size());
  }
};

struct DefaultLayout {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Scratch = typename Exec::scratch_memory_space;
    const auto in = c.in, out = c.out;
    // [before scratch_use/layout_left]
    using Tile = Kokkos::View<Word[8][32], Scratch, Kokkos::MemoryUnmanaged>;
    // [/]
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      // [before scratch_use/layout_left]
      const Tile tile(team.team_scratch(0));
      // [/]
      TileOfScratch::pass<Exec>(team, tile, in, out);
    };
    for_each_tile(c, kernel, Tile::shmem_size());
  }
};

/// out = Σ of the words k · 256 + t of a piece, taken by another thread than brought them.
struct LoadStore {
  template <class Exec, class Piece>
  KOKKOS_FUNCTION static void take(const TeamOf<Exec>& team, const Piece& piece,
                                   const Words<Exec>& out) {
    team.team_barrier();
    for (int t = team.team_rank(); t < tile_words; t += team.team_size()) {
      Word sum = 0;
      for (int k = 0; k < items; ++k) sum += piece(k * tile_words + (t + 129) % tile_words);
      out(team.league_rank() * tile_words + t) = sum;
    }
  }
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Piece = ScratchView<Exec, Word[items * tile_words]>;
    const auto in = c.in, out = c.out;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      const Piece piece(team.team_scratch(0));
      const int first = items * tile_words * team.league_rank();
      // [before scratch_use/load_store]
      for (int t = team.team_rank(); t < 256; t += team.team_size())
        for (int k = 0; k < 8; ++k) piece(256 * k + t) = in(first + 256 * k + t);
      // [/]
      take<Exec>(team, piece, out);
    };
    for_each_tile(c, kernel, Piece::shmem_size());
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Piece = ScratchView<Exec, Word[items * tile_words]>;
    const auto in = c.in, out = c.out;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      const Piece piece(team.team_scratch(0));
      const int first = items * tile_words * team.league_rank();
      // [after scratch_use/load_store]
      for (int t = team.team_rank(); t < 256; t += team.team_size()) {
        Word held[8];
        for (int k = 0; k < 8; ++k) held[k] = in(first + 256 * k + t);
        for (int k = 0; k < 8; ++k) piece(256 * k + t) = held[k];
      }
      // [/]
      take<Exec>(team, piece, out);
    };
    for_each_tile(c, kernel, Piece::shmem_size());
  }
};

struct KeptInScratch {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Tile = ScratchView<Exec, Word[tile_words]>;
    const auto in = c.in, out = c.out;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      const Tile kept(team.team_scratch(0));
      const int first = tile_words * team.league_rank();
      // [before scratch_use/kept_in_scratch]
      const auto threads = Kokkos::TeamThreadRange(team, 256);
      Kokkos::parallel_for(threads, [&](int t) { kept(t) = in(first + t); });
      team.team_barrier();
      Kokkos::parallel_for(threads, [&](int t) { out(first + t) = 3 * kept(t); });
      // [/]
    };
    for_each_tile(c, kernel, Tile::shmem_size());
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Policy = kokkos::techniques::TeamPolicy<Exec, tile_words>;
    const auto in = c.in, out = c.out;
    const int tiles = c.tiles;
    const auto kernel = KOKKOS_LAMBDA(const TeamMember<Exec>& team) {
      const int first = tile_words * team.league_rank();
      // [after scratch_use/kept_in_scratch]
      PerThread<Exec, Word, 256> kept;  // a register on a GPU
      for_each_thread<Exec, 256>(team, [&](int t) { kept(t) = in(first + t); });
      team.team_barrier();
      for_each_thread<Exec, 256>(team, [&](int t) { out(first + t) = 3 * kept(t); });
      // [/]
    };
    // [after scratch_use/kept_in_scratch]
    Kokkos::parallel_for(team_policy<Policy>(Exec(), tiles, 256), kernel);
    // [/]
  }
};

/// Thread 0 combines the words of a row of 16.
struct WordByWord {
  struct alignas(16) Pack {
    Word words[4];
  };

  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Tile = ScratchView<Exec, Word[16][16], Kokkos::LayoutRight>;
    const auto in = c.in, out = c.out;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      const Tile tile(team.team_scratch(0));
      const int first = tile_words * team.league_rank(), size = team.team_size();
      for (int t = team.team_rank(); t < tile_words; t += size)
        tile(t / 16, t % 16) = in(first + t);
      team.team_barrier();
      for (int t = team.team_rank(); t < tile_words; t += size) {
        const int y = t / 16;
        Word v = 0;
        // [before scratch_use/word_by_word]
        for (int i = 0; i < 16; ++i) v = 3 * v + tile(y, i);  // Word[16][16], LayoutRight
        // [/]
        out(first + t) = v;
      }
    };
    for_each_tile(c, kernel, Tile::shmem_size());
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Tile = ScratchView<Exec, Pack[16][4], Kokkos::LayoutRight>;
    const auto in = c.in, out = c.out;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      const Tile tile(team.team_scratch(0));
      const int first = tile_words * team.league_rank(), size = team.team_size();
      for (int t = team.team_rank(); t < tile_words; t += size)
        tile(t / 16, t % 16 / 4).words[t % 4] = in(first + t);
      team.team_barrier();
      for (int t = team.team_rank(); t < tile_words; t += size) {
        const int y = t / 16;
        Word v = 0;
        // [after scratch_use/word_by_word]
        for (int i = 0; i < 4; ++i) {
          const Pack pack = tile(y, i);  // Pack[16][4]: struct alignas(16) Pack { Word words[4]; };
          for (int j = 0; j < 4; ++j) v = 3 * v + pack.words[j];
        }
        // [/]
        out(first + t) = v;
      }
    };
    for_each_tile(c, kernel, Tile::shmem_size());
  }
};

// ---- Policies -------------------------------------------------------------------------------

struct Range {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int n = c.words;
    // [before policies/range]
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, n), KOKKOS_LAMBDA(int i) { out(i) = 3 * in(i); });
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int n = c.words;
    // [after policies/range]
    const auto body = KOKKOS_LAMBDA(std::size_t i) { out(i) = 3 * in(i); };
    for_each_element<256>("tripling", Exec(), n, body);
    // [/]
  }
};

struct TeamAuto {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Policy = Kokkos::TeamPolicy<Exec>;
    const auto in = c.in, out = c.out;
    const int n = c.words;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      const int i = team.league_rank() * team.team_size() + team.team_rank();
      if (i < n) out(i) = 3 * in(i);
    };
    // [before policies/team_auto]
    const Policy one(1, Kokkos::AUTO);
    const int size = one.team_size_recommended(kernel, Kokkos::ParallelForTag());
    Kokkos::parallel_for(Policy((n + size - 1) / size, size), kernel);
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Policy = Kokkos::TeamPolicy<Exec>;
    const auto in = c.in, out = c.out;
    const int n = c.words;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      const int i = team.league_rank() * team.team_size() + team.team_rank();
      if (i < n) out(i) = 3 * in(i);
    };
    // [after policies/team_auto]
    const Policy one(1, 1);
    const int size = std::min(256, one.team_size_max(kernel, Kokkos::ParallelForTag()));
    Kokkos::parallel_for(Policy((n + size - 1) / size, size), kernel);
    // [/]
  }
};

struct LaunchBounds {
  template <class Policy, class Exec>
  static void run(const Case<Exec>& c) {
    const Tripling<Exec> work = {c.in, c.out};
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      for (int t = team.team_rank(); t < tile_words; t += team.team_size()) work(team, t);
    };
    const int most = Policy(c.tiles, 1).team_size_max(kernel, Kokkos::ParallelForTag());
    Kokkos::parallel_for(Policy(c.tiles, std::min(256, most)), kernel);
  }
  template <class Exec>
  static void before(const Case<Exec>& c) {
    // [before policies/launch_bounds]
    using Policy = Kokkos::TeamPolicy<Exec>;
    // [/]
    run<Policy>(c);
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    // [after policies/launch_bounds]
    // Teams of std::min(256, team_size_max) threads: 256 is the most that the bounds allow.
    using Policy = Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<256, 4>>;
    // [/]
    run<Policy>(c);
  }
};

struct MDRange {
  template <class Policy, class Exec>
  static void run(const Policy& policy, const Case<Exec>& c) {
    const Tripling<Exec> work = {c.in, c.out};
    Kokkos::parallel_for(
        policy,
        KOKKOS_LAMBDA(int x, int y) { work(static_cast<std::size_t>(tile_words * y + x)); });
  }
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Range2D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
    const int rows = c.tiles, cols = tile_words;
    // [before policies/mdrange_tile]
    const Range2D policy({0, 0}, {cols, rows});  // over (x, y)
    // [/]
    run(policy, c);
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Range2D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
    const int rows = c.tiles, cols = tile_words;
    // [after policies/mdrange_tile]
    const Range2D policy({0, 0}, {cols, rows}, {32, 8});  // over (x, y)
    // [/]
    run(policy, c);
  }
};

struct MDRangeOrder {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Range2D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
    const auto in = c.in, out = c.out;
    const int rows = c.tiles, cols = tile_words;
    // [before policies/mdrange_order]
    Kokkos::parallel_for(
        Range2D({0, 0}, {rows, cols}, {8, 32}),
        KOKKOS_LAMBDA(int y, int x) { out(y * cols + x) = 3 * in(y * cols + x); });
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Range2D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
    const auto in = c.in, out = c.out;
    const int rows = c.tiles, cols = tile_words;
    // [after policies/mdrange_order]
    Kokkos::parallel_for(
        Range2D({0, 0}, {cols, rows}, {32, 8}),
        KOKKOS_LAMBDA(int x, int y) { out(y * cols + x) = 3 * in(y * cols + x); });
    // [/]
  }
};

struct MDRange3 {
  static constexpr int side = 16;

  template <class Policy, class Exec>
  static void run(const Policy& policy, const Case<Exec>& c) {
    const Tripling<Exec> work = {c.in, c.out};
    Kokkos::parallel_for(
        policy, KOKKOS_LAMBDA(int x, int y, int z) {
          work(static_cast<std::size_t>((z * side + y) * side + x));
        });
  }
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Range3D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;
    const int nx = side, ny = side, nz = c.tiles;
    // [before policies/mdrange3_tile]
    const Range3D policy({0, 0, 0}, {nx, ny, nz});  // over (x, y, z)
    // [/]
    run(policy, c);
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Range3D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<3>, Kokkos::IndexType<int>>;
    const int nx = side, ny = side, nz = c.tiles;
    // [after policies/mdrange3_tile]
    const Range3D policy({0, 0, 0}, {nx, ny, nz}, {32, 4, 2});  // over (x, y, z)
    // [/]
    run(policy, c);
  }
};

/// One sum of everything, as a matrix.
struct MDRangeReduce {
  template <class Exec>
  using Sum = Kokkos::View<Word, Exec, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Range2D = Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>, Kokkos::IndexType<int>>;
    const auto in = c.in;
    const int rows = items * c.tiles, cols = tile_words;
    const Sum<Exec> sum(c.out.data());
    // [before policies/mdrange_reduce]
    Kokkos::parallel_reduce(
        Range2D({0, 0}, {cols, rows}),  // over (x, y)
        KOKKOS_LAMBDA(int x, int y, Word& part) { part += in(y * cols + x); }, sum);
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in;
    const int rows = items * c.tiles, cols = tile_words;
    const Sum<Exec> sum(c.out.data());
    // [after policies/mdrange_reduce]
    Kokkos::parallel_reduce(
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(0, rows * cols),
        KOKKOS_LAMBDA(int i, Word& part) { part += in(i / cols * cols + i % cols); }, sum);
    // [/]
  }
};

struct IndexType {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int rows = c.tiles, cols = tile_words;
    // [before policies/index_type, before indexing/index_64]
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(0, rows * cols),
        KOKKOS_LAMBDA(std::int64_t i) {
          const std::int64_t y = i / cols, x = i % cols;
          out(y * cols + x) = 3 * in(y * cols + x);
        });
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int rows = c.tiles, cols = tile_words;
    // [after policies/index_type, after indexing/index_64]
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<int>>(0, rows * cols), KOKKOS_LAMBDA(int i) {
          const int y = i / cols, x = i % cols;
          out(y * cols + x) = 3 * in(y * cols + x);
        });
    // [/]
  }
};

// ---- Atomics --------------------------------------------------------------------------------

struct Atomics {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const Word bin = in(i) % 32;
          // [before atomics/global_contended, before atomics/global_spread, before atomics/scratch_contended, before atomics/scratch_spread]
          Kokkos::atomic_add(&out(bin), 1U);
          // [/]
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const Word bin = in(i) % 32;
          // [after atomics/global_contended, after atomics/global_spread, after atomics/scratch_contended, after atomics/scratch_spread]
          Word& word = out(bin);
#ifdef __CUDA_ARCH__
          atomicAdd(&word, 1U);
#else
          Kokkos::atomic_add(&word, 1U);
#endif
          // [/]
        });
  }
};

struct AtomicFetch {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const Word bin = in(i) % 32;
          // [before atomics/fetch]
          Kokkos::atomic_fetch_add(&out(bin), 1U);  // its result is not used
          // [/]
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const Word bin = in(i) % 32;
          // [after atomics/fetch]
          Kokkos::atomic_add(&out(bin), 1U);
          // [/]
        });
  }
};

struct AtomicCompare {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const Word bin = in(i) % 32, word = in(i);
          // [before atomics/compare]
          for (Word old = out(bin); old < word;) {
            const Word seen = Kokkos::atomic_compare_exchange(&out(bin), old, word);
            old = seen == old ? word : seen;
          }
          // [/]
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const Word bin = in(i) % 32, word = in(i);
          // [after atomics/compare]
          Kokkos::atomic_fetch_max(&out(bin), word);  // atomic_max, which has no result: Kokkos 4
          // [/]
        });
  }
};

// ---- Views, on the host ---------------------------------------------------------------------

struct Allocation {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const int n = c.words;
    // [before views/allocation]
    const Words<Exec> buffer("buffer", n);
    // [/]
    use(c, buffer);
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const int n = c.words;
    // [after views/allocation]
    // Every element is written before it is read.
    const Words<Exec> buffer(Kokkos::view_alloc(Kokkos::WithoutInitializing, "buffer"), n);
    // [/]
    use(c, buffer);
  }
  template <class Exec>
  static void use(const Case<Exec>& c, const Words<Exec>& buffer) {
    const auto in = c.in, out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          buffer(i) = 3 * in(i);
          out(i) = buffer(i);
        });
  }
};

/// Launches onto an instance, between two kernels of which something is cleared.
struct DeepCopy {
  template <class Exec>
  static void count(const Exec& exec, const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(exec, 0, c.words), KOKKOS_LAMBDA(int i) { out(i) += 3 * in(i); });
  }
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const Exec exec;
    const auto out = c.out;
    count(exec, c);
    // [before views/deep_copy]
    Kokkos::deep_copy(out, 0U);
    // [/]
    count(exec, c);
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const Exec exec;
    const auto out = c.out;
    count(exec, c);
    // [after views/deep_copy]
    Kokkos::deep_copy(exec, out, 0U);  // the instance on which the kernels before and after run
    // [/]
    count(exec, c);
  }
};

struct Mirror {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const Exec exec;
    const auto out = c.out;
    DeepCopy::count(exec, c);
    // [before views/mirror]
    const auto copy = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), out);
    // [/]
    Kokkos::deep_copy(out, 2 * copy(0));
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const Exec exec;
    const auto out = c.out;
    // [after views/mirror]
    const auto copy =
        Kokkos::create_mirror_view(Kokkos::HostSpace(), out);  // once, before all steps
    // [/]
    DeepCopy::count(exec, c);
    // [after views/mirror]
    Kokkos::deep_copy(exec, copy, out);
    exec.fence();  // before the host reads
    // [/]
    Kokkos::deep_copy(out, 2 * copy(0));
  }
};

struct ScalarResult {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const auto add = KOKKOS_LAMBDA(int i, Word& part) { part += in(i); };
    const Kokkos::RangePolicy<Exec> policy(0, c.words);
    // [before views/scalar_result]
    Word sum = 0;
    Kokkos::parallel_reduce(policy, add, sum);
    Kokkos::parallel_for(
        policy, KOKKOS_LAMBDA(int i) { out(i) = sum * in(i); });
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const auto add = KOKKOS_LAMBDA(int i, Word& part) { part += in(i); };
    const Kokkos::RangePolicy<Exec> policy(0, c.words);
    // [after views/scalar_result]
    const Kokkos::View<Word, Exec> sum("sum");
    Kokkos::parallel_reduce(policy, add, sum);
    Kokkos::parallel_for(
        policy, KOKKOS_LAMBDA(int i) { out(i) = sum() * in(i); });
    // [/]
  }
};

struct ViewCopy {
  template <class Exec, class Rows>
  static void run(const Case<Exec>& c, const Rows& rows) {
    const auto in = c.in, out = c.out;
    const auto first = Kokkos::subview(rows, 0, Kokkos::ALL);
    const auto second = Kokkos::subview(rows, 1, Kokkos::ALL);
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          first(i) = in(i);
          second(i) = 2 * in(i);
          out(i) = first(i) + second(i);
        });
    Exec().fence();
  }
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const int n = c.words;
    // [before views/view_copy]
    const Kokkos::View<Word**, Kokkos::LayoutRight, Exec> rows("rows", 2, n);
    // [/]
    run(c, rows);
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const int n = c.words;
    // [after views/view_copy]
    const Kokkos::View<Word**, Kokkos::LayoutRight, Exec> owner("rows", 2, n);
    const Kokkos::View<Word**, Kokkos::LayoutRight, Exec, Kokkos::MemoryTraits<Kokkos::Unmanaged>>
        rows(owner.data(), 2, n);  // kernels capture rows; owner lives until they are done
    // [/]
    run(c, rows);
  }
};

// ---- Launches -------------------------------------------------------------------------------

struct Functor {
  static constexpr int count = 256;
  struct Factors {
    Word values[count];
  };

  static Factors factors() {
    Factors all;
    for (Word k = 0; k < count; ++k) all.values[k] = k;
    return all;
  }
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int n = c.words;
    const Factors factors = Functor::factors();
    // [before launching/functor_64, before launching/functor_256, before launching/functor_1k, before launching/functor_4k]
    Kokkos::parallel_for(  // captures factors, an array, by value
        Kokkos::RangePolicy<Exec>(0, n),
        KOKKOS_LAMBDA(int i) { out(i) = factors.values[i % count] * in(i); });
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int n = c.words;
    const Factors factors = Functor::factors();
    // [after launching/functor_64, after launching/functor_256, after launching/functor_1k, after launching/functor_4k]
    const Words<Exec> kept("factors", count);  // once, before all launches
    const Kokkos::View<const Word*, Kokkos::HostSpace> host(factors.values, count);
    Kokkos::deep_copy(kept, host);
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, n),
        KOKKOS_LAMBDA(int i) { out(i) = kept(i % count) * in(i); });
    // [/]
  }
};

struct Fence {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const Exec exec;
    DeepCopy::count(exec, c);
    // [before launching/fence]
    Kokkos::fence();
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const Exec exec;
    DeepCopy::count(exec, c);
    // [after launching/fence]
    exec.fence();  // for the kernels that were launched on this instance
    // [/]
  }
};

struct Graph {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const Kokkos::RangePolicy<Exec> policy(0, c.words);
    const auto first = KOKKOS_LAMBDA(int i) { out(i) = in(i); };
    const auto second = KOKKOS_LAMBDA(int i) { out(i) *= 3; };
    // [before launching/graph]
    Kokkos::parallel_for("first", policy, first);
    Kokkos::parallel_for("second", policy, second);
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const Kokkos::RangePolicy<Exec> policy(0, c.words);
    const auto first = KOKKOS_LAMBDA(int i) { out(i) = in(i); };
    const auto second = KOKKOS_LAMBDA(int i) { out(i) *= 3; };
    // [after launching/graph]
    const auto graph = Kokkos::Experimental::create_graph<Exec>([&](const auto& root) {
      root.then_parallel_for("first", policy, first).then_parallel_for("second", policy, second);
    });  // once, before all steps; it keeps the kernels and what they capture
    graph.submit();
    // [/]
    Kokkos::fence();
  }
};

struct TeamForFlatLoop {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Policy = Kokkos::TeamPolicy<Exec>;
    using Team = TeamOf<Exec>;
    const auto in = c.in, out = c.out;
    const int n = tile_words;
    // [before launching/team]
    Kokkos::parallel_for(
        Policy(1, Kokkos::AUTO), KOKKOS_LAMBDA(const Team& team) {
          const auto range = Kokkos::TeamThreadRange(team, n);
          Kokkos::parallel_for(range, [&](int i) { out(i) = 3 * in(i); });
        });
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    const int n = tile_words;
    // [after launching/team]
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, n), KOKKOS_LAMBDA(int i) { out(i) = 3 * in(i); });
    // [/]
  }
};

struct TeamScratch {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    using Tile = ScratchView<Exec, Word[tile_words]>;
    const auto in = c.in, out = c.out;
    const auto kernel = KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
      const Tile tile(team.team_scratch(0));
      const int first = tile_words * team.league_rank();
      // [before launching/team_scratch]
      const auto threads = Kokkos::TeamThreadRange(team, 256);
      Kokkos::parallel_for(threads, [&](int t) { tile(t) = in(first + t); });
      team.team_barrier();
      Kokkos::parallel_for(threads, [&](int t) { out(first + t) = tile((t + 129) % 256); });
      // [/]
    };
    for_each_tile(c, kernel, Tile::shmem_size());
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          const int first = tile_words * team.league_rank();
          // [after launching/team_scratch]
          const auto threads = Kokkos::TeamThreadRange(team, 256);
          Kokkos::parallel_for(threads,
                               [&](int t) { out(first + t) = in(first + (t + 129) % 256); });
          // [/]
        });
  }
};

// ---- Indices --------------------------------------------------------------------------------

struct MatrixView {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const Kokkos::View<const Word**, Kokkos::LayoutRight, Exec> in(c.in.data(), c.tiles,
                                                                   tile_words);
    const auto out = c.out;
    const int cols = tile_words;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const int y = i / cols, x = i % cols;
          // [before indexing/matrix_view, before indexing/mdspan]
          out(i) = in(y, x) + 2 * in(y, x ^ 1);  // View<const Word**, LayoutRight>
          // [/]
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const Kokkos::View<const Word*, Exec> in(c.in.data(), c.words);
    const auto out = c.out;
    const int cols = tile_words;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const int y = i / cols, x = i % cols;
          // [after indexing/matrix_view]
          out(i) = in(y * cols + x) + 2 * in(y * cols + (x ^ 1));  // View<const Word*> of the same
          // [/]
        });
  }
};

#ifdef KOKKOS_ENABLE_IMPL_MDSPAN
struct Mdspan {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    MatrixView::before(c);
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const Kokkos::View<const Word**, Kokkos::LayoutRight, Exec> in(c.in.data(), c.tiles,
                                                                   tile_words);
    const auto out = c.out;
    const int rows = c.tiles, cols = tile_words;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) {
          const int y = i / cols, x = i % cols;
          // [after indexing/mdspan]
          // Made in the kernel: nvcc 13.0 passes captured ones wrongly.
          const Kokkos::mdspan<const Word, Kokkos::dextents<int, 2>> matrix(in.data(), rows, cols);
          // [/]
          out(i) = matrix(y, x) + 2 * matrix(y, x ^ 1);
        });
  }
};
#endif

/// out = Σ of the words of a column.
struct RowByRow {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const Kokkos::View<const Word**, Kokkos::LayoutRight, Exec> in(c.in.data(), items, c.words);
    const auto out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int x) {
          Word sum = 0;
          // [before indexing/row_by_row]
          for (int y = 0; y < 8; ++y) sum += in(y, x);
          // [/]
          out(x) = sum;
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const Kokkos::View<const Word**, Kokkos::LayoutRight, Exec> in(c.in.data(), items, c.words);
    const auto out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int x) {
          Word sum = 0;
          // [after indexing/row_by_row]
          const Word* word = &in(0, x);
          for (int y = 0; y < 8; ++y, word += in.stride(0)) sum += *word;
          // [/]
          out(x) = sum;
        });
  }
};

struct RandomAccess {
  template <class Exec, class View>
  static void run(const Case<Exec>& c, const View& in) {
    const auto out = c.out;
    Kokkos::parallel_for(
        Kokkos::RangePolicy<Exec>(0, c.words), KOKKOS_LAMBDA(int i) { out(i) = 3 * in(i); });
  }
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto data = c.in;
    // [before indexing/random_access]
    const Kokkos::View<const Word*, Kokkos::LayoutRight, Exec> in = data;
    // [/]
    run(c, in);
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto data = c.in;
    // [after indexing/random_access]
    using ReadOnly = Kokkos::MemoryTraits<Kokkos::RandomAccess>;  // while the kernel runs
    const Kokkos::View<const Word*, Kokkos::LayoutRight, Exec, ReadOnly> in = data;
    // [/]
    run(c, in);
  }
};

// ---- Sums -----------------------------------------------------------------------------------

/// A sum per tile.
struct TeamReduce {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          const int first = tile_words * team.league_rank();
          // [before team_sums/team_reduce]
          Word sum = 0;
          for (int t = team.team_rank(); t < 256; t += team.team_size()) sum += in(first + t);
          team.team_reduce(Kokkos::Sum<Word>(sum));
          // [/]
          if (team.team_rank() == 0) out(team.league_rank()) = sum;
        });
  }
};

struct NestedReduce {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          const int first = tile_words * team.league_rank();
          // [before team_sums/nested_reduce]
          Word sum = 0;
          Kokkos::parallel_reduce(
              Kokkos::TeamThreadRange(team, 256), [&](int t, Word& part) { part += in(first + t); },
              sum);
          // [/]
          if (team.team_rank() == 0) out(team.league_rank()) = sum;
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    using Policy = kokkos::techniques::TeamPolicy<Exec, tile_words>;
    const auto in = c.in, out = c.out;
    // [after team_sums/team_reduce, after team_sums/nested_reduce]
    using Steps = TwoSteps<Exec, 256, Word>;
    // [/]
    using Sums = typename Steps::Sums;
    const auto kernel = KOKKOS_LAMBDA(const TeamMember<Exec>& team) {
      const int first = tile_words * team.league_rank();
      // [after team_sums/team_reduce, after team_sums/nested_reduce]
      const auto sums = scratch<Sums>(team);  // Steps::Sums
      const Word sum = Steps::sum(team, sums, [&](int t) { return in(first + t); });
      if (thread_rank(team) == 0) out(team.league_rank()) = sum;  // the others have none
      // [/]
    };
    // [after team_sums/team_reduce, after team_sums/nested_reduce]
    auto policy = team_policy<Policy>(Exec(), c.tiles, 256);
    policy.set_scratch_size(0, Kokkos::PerTeam(Sums::shmem_size()));
    // [/]
    Kokkos::parallel_for(policy, kernel);
  }
};

/// A sum per 32 words, by a Kokkos thread with 32 lanes where it can have as many.
struct VectorReduce {
  static constexpr int lanes = 32;

  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          for (int row = team.team_rank(); row < tile_words / lanes; row += team.team_size()) {
            const int first = tile_words * team.league_rank() + lanes * row;
            const auto add = [&](int lane, Word& part) { part += in(first + lane); };
            // [before team_sums/vector_reduce]
            Word sum = 0;
            Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, 32), add, sum);
            // [/]
            Kokkos::single(Kokkos::PerThread(team), [&] { out(first / lanes) = sum; });
          }
        });
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, out = c.out;
    for_each_tile(
        c, KOKKOS_LAMBDA(const TeamOf<Exec>& team) {
          for (int row = team.team_rank(); row < tile_words / lanes; row += team.team_size()) {
            const int first = tile_words * team.league_rank() + lanes * row;
            const auto add = [&](int lane, Word& part) { part += in(first + lane); };
            // [after team_sums/vector_reduce]
            Word sum = 0;
#ifdef __CUDA_ARCH__  // with a vector length of 32; the sum is in lane 0
            add(threadIdx.x, sum);
            for (int k = 16; k > 0; k /= 2) sum += __shfl_down_sync(0xffffffff, sum, k);
#else
            Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, 32), add, sum);
#endif
            // [/]
            Kokkos::single(Kokkos::PerThread(team), [&] { out(first / lanes) = sum; });
          }
        });
  }
};

/// One sum of everything.
struct RangeReduce {
  template <class Exec>
  static void before(const Case<Exec>& c) {
    const auto in = c.in;
    const int n = items * c.words;
    const Kokkos::View<Word, Exec, Kokkos::MemoryTraits<Kokkos::Unmanaged>> sum(c.out.data());
    // [before team_sums/range_reduce]
    Kokkos::parallel_reduce(
        Kokkos::RangePolicy<Exec>(0, n), KOKKOS_LAMBDA(int i, Word& part) { part += in(i); }, sum);
    // [/]
  }
  template <class Exec>
  static void after(const Case<Exec>& c) {
    const auto in = c.in, sum = c.out;
    const int n = items * c.words;
    // [after team_sums/range_reduce]
    using Sum = VectorSum<Exec, 256, Word>;
    // [/]
    const auto kernel = KOKKOS_LAMBDA(const TeamMember<Exec>& team) {
      const int first = items * tile_words * team.league_rank();
      const auto eight_words = [&](int t) {
        Word part = 0;
        for (int k = 0; k < items; ++k) part += in(first + k * tile_words + t);
        return part;
      };
      // [after team_sums/range_reduce]
      const Word of_team = Sum::sum(team, eight_words);  // 8 words per thread, 256 apart
      if (thread_rank(team) == 0) Kokkos::atomic_add(&sum(0), of_team);
      // [/]
    };
    // [after team_sums/range_reduce]
    Sum::launch("sum", Exec(), n, 8 * 256, kernel);  // n is a multiple of 8 * 256; sum(0) was 0
    // [/]
  }
};

}  // namespace tilebridge::idioms
