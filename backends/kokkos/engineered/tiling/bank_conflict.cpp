// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from scratch memory; the variants differ in the banks used.
#include "catalogue/tiling/bank_conflict.hpp"

#include "backends/kokkos/engineered/techniques.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;

template <class Functor, class Arguments, class Exec>
void launch_with_scratch(const Arguments& arguments, const Exec& exec) {
  constexpr int block_size = Functor::block_size;
  using Policy = TeamPolicy<Exec, block_size>;
  auto policy = team_policy<Policy>(exec, static_cast<std::size_t>(arguments.blocks), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  if (arguments.blocks > 0) Kokkos::parallel_for("bank_conflict", policy, Functor(arguments));
}

// [strided_matched, broadcast_matched]
template <class Exec>
struct Strided {
  static constexpr int block_size = StridedLoads::block_size;
  static constexpr int staged_by_each = StridedLoads::words / block_size;
  static_assert(StridedLoads::words % block_size == 0);
  using Words = Scratch<Word[StridedLoads::words], Exec>;

  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  int stride, repeats;

  explicit Strided(const StridedLoads& s)
      : in(s.in, StridedLoads::words),
        out(s.out, static_cast<std::size_t>(s.blocks) * block_size),
        stride(s.stride),
        repeats(s.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto words = scratch<Words>(team);
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      // All loads before the first store: see techniques.hpp.
      Word held[staged_by_each];
      for (int k = 0; k < staged_by_each; ++k) held[k] = in(thread + k * block_size);
      for (int k = 0; k < staged_by_each; ++k) words(thread + k * block_size) = held[k];
    });
    team.team_barrier();
    for_each_thread<Exec, block_size>(team, [&](int thread) {
      const int first = thread * stride % StridedLoads::span;
      Word sum = 0;
      for (int r = 0; r < repeats; ++r) {
        const int word = first + r % 32;
        for (int k = 0; k < StridedLoads::loads; ++k) sum += words(word + 32 * k);
      }
      out(static_cast<std::size_t>(team.league_rank()) * block_size +
          static_cast<std::size_t>(thread)) = sum;
    });
  }

  static std::size_t scratch_bytes() { return Words::shmem_size(); }
};

template <class Exec>
constexpr auto strided = launch_with_scratch<Strided<Exec>, StridedLoads, Exec>;

// [row_row_matched, column_column_matched, padded_column_matched, dynamic_column_matched, same_word_store_matched]
/// Place::at(words, y, x) is where thread (y, x) stores. A warp covers all x of one y. For GPUs
/// only: a thread's local values must survive barriers.
template <class Exec, class Place>
struct Exchange {
  static constexpr int tile = TileExchange::tile;
  static constexpr int block_size = tile * tile;
  using Words = Scratch<Word[tile][Place::columns], Exec>;

  Vector<const Word, Exec> in;
  Vector<Word, Exec> out;
  int repeats;

  explicit Exchange(const TileExchange& t)
      : in(t.in, block_size),
        out(t.out, static_cast<std::size_t>(t.blocks) * block_size),
        repeats(t.repeats) {}

  KOKKOS_FUNCTION void operator()(const TeamMember<Exec>& team) const {
    const auto words = scratch<Words>(team);
    const int thread = thread_rank(team);
    const int x = thread % tile;
    const int y = thread / tile;
    Word value = in(thread);
    for (int r = 0; r < repeats; ++r) {
      Place::at(words, y, x) = value + static_cast<Word>(r);
      team.team_barrier();
      value = Place::at(words, (y + 1) % tile, x);
      team.team_barrier();
    }
    out(static_cast<std::size_t>(team.league_rank()) * block_size +
        static_cast<std::size_t>(thread)) = value;
  }

  static std::size_t scratch_bytes() { return Words::shmem_size(); }
};

template <class Exec, class Place>
constexpr auto exchange = launch_with_scratch<Exchange<Exec, Place>, TileExchange, Exec>;

// [row_row_matched]
struct Row {
  static constexpr int columns = TileExchange::tile;
  template <class Words>
  KOKKOS_FUNCTION static Word& at(const Words& words, int y, int x) {
    return words(y, x);
  }
};

// [column_column_matched, padded_column_matched, dynamic_column_matched]
template <int padding>
struct Column {
  static constexpr int columns = TileExchange::tile + padding;
  template <class Words>
  KOKKOS_FUNCTION static Word& at(const Words& words, int y, int x) {
    return words(x, y);
  }
};

// [same_word_store_matched]
/// One word per row of threads.
struct SameWord {
  static constexpr int columns = 1;
  template <class Words>
  KOKKOS_FUNCTION static Word& at(const Words& words, int y, int) {
    return words(y, 0);
  }
};

// [/]

}  // namespace

template <class Exec>
void add_engineered_bank_conflict(KokkosKernels<Exec>& kokkos) {
  kokkos.add("bank_conflict/strided_matched", strided<Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("bank_conflict/broadcast_matched", strided<Exec>);
    kokkos.add("bank_conflict/row_row_matched", exchange<Exec, Row>);
    kokkos.add("bank_conflict/column_column_matched", exchange<Exec, Column<0>>);
    kokkos.add("bank_conflict/padded_column_matched", exchange<Exec, Column<1>>);
    kokkos.add("bank_conflict/dynamic_column_matched", exchange<Exec, Column<0>>);
    kokkos.add("bank_conflict/same_word_store_matched", exchange<Exec, SameWord>);
  }
}

TILEBRIDGE_INSTANTIATE(add_engineered_bank_conflict);

}  // namespace tilebridge::kokkos
