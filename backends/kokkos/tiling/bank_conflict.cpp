// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from scratch memory; the variants differ in the banks used.
#include "catalogue/tiling/bank_conflict.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"

namespace tilebridge::kokkos {
namespace {

// [*]
using Word = std::uint32_t;

// [strided, broadcast, permuted, three_way, strided_8_bytes]
constexpr int block_size = StridedLoads::block_size;

/// The sums of the words that begin at first_word(thread).
template <class T, class Exec, class FirstWord>
void sum_words(const SharedLoads<T>& s, const Exec& exec, const FirstWord& first_word) {
  using Words = Scratch<T[SharedLoads<T>::words], Exec>;  // __shared__ T words[…]
  const Vector<const T, Exec> in(s.in, SharedLoads<T>::words);
  const Vector<T, Exec> out(s.out, static_cast<std::size_t>(s.blocks) * block_size);

  Kokkos::TeamPolicy<Exec> policy(exec, s.blocks, team_of<Exec, block_size>);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "bank_conflict/loads", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, SharedLoads<T>::words),
                             [&](int w) { words(w) = in(w); });
        team.team_barrier();  // __syncthreads()
        Kokkos::parallel_for(Kokkos::TeamThreadRange(team, block_size), [&](int thread) {
          const int first = first_word(thread);
          T sum = 0;
          for (int r = 0; r < s.repeats; ++r)
            for (int k = 0; k < SharedLoads<T>::loads; ++k) sum += words(first + r % 32 + 32 * k);
          out(team.league_rank() * block_size + thread) = sum;
        });
      });
}

// [strided, broadcast, strided_8_bytes]
template <class T, class Exec>
void strided(const SharedLoads<T>& s, const Exec& exec) {
  sum_words(
      s, exec, KOKKOS_LAMBDA(int thread) { return thread * s.stride % SharedLoads<T>::span; });
}

// [permuted]
template <class Exec>
void permuted(const StridedLoads& s, const Exec& exec) {
  sum_words(
      s, exec, KOKKOS_LAMBDA(int thread) {
        const int lane = thread % 32;
        return thread - lane + lane * (2 * lane + 1) % 32;
      });
}

// [three_way]
template <class Exec>
void three_way(const StridedLoads& s, const Exec& exec) {
  sum_words(
      s, exec, KOKKOS_LAMBDA(int thread) {
        const int lane = thread % 32;
        return thread / 32 * 96 + lane / 3 + lane % 3 * 32;
      });
}

// [row_row, column_column, padded_column, dynamic_column, same_word_store]
constexpr int tile = TileExchange::tile;

/// Calls body(y, x) in thread (y, x) of a dim3(tile, tile) block.
template <class Team, class Body>
KOKKOS_INLINE_FUNCTION void for_each_thread(const Team& team, const Body& body) {
  Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int y) {
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int x) { body(y, x); });
  });
}

/// A barrier goes between two ranges of a team, not inside one, so a thread's values that must
/// survive it are kept in scratch memory too. The layout of `words` says where thread (y, x)
/// stores; with a single column all threads of a row store to one word.
template <int rows, int columns, class Layout, class Exec>
void exchange(const TileExchange& t, const Exec& exec) {
  using Words = Scratch<Word[rows][columns], Exec, Layout>;  // __shared__ Word words[rows][columns]
  using Values = Scratch<Word[tile][tile], Exec>;            // each thread's own
  const Matrix<const Word, Exec> in(t.in, tile, tile);
  const Unmanaged<Word* [tile][tile], Kokkos::LayoutRight, Exec> out(t.out, t.blocks);

  Kokkos::TeamPolicy<Exec> policy(exec, t.blocks, tile, tile);  // dim3(tile, tile)
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size() + Values::shmem_size()));
  Kokkos::parallel_for(
      "bank_conflict/exchange", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        const Values own(team.team_scratch(0));
        constexpr int step = columns > 1 ? 1 : 0;  // from a thread's column to the next one's
        for_each_thread(team, [&](int y, int x) { own(y, x) = in(y, x); });
        for (int r = 0; r < t.repeats; ++r) {
          for_each_thread(team, [&](int y, int x) { words(y, step * x) = own(y, x) + r; });
          team.team_barrier();  // __syncthreads()
          for_each_thread(team, [&](int y, int x) { own(y, x) = words((y + 1) % tile, step * x); });
          team.team_barrier();
        }
        for_each_thread(team, [&](int y, int x) { out(team.league_rank(), y, x) = own(y, x); });
      });
}

// [/]

}  // namespace

template <class Exec>
void add_bank_conflict(KokkosKernels<Exec>& kokkos) {
  kokkos.add("bank_conflict/strided", strided<Word, Exec>);
  kokkos.add("bank_conflict/permuted", permuted<Exec>);
  kokkos.add("bank_conflict/three_way", three_way<Exec>);
  kokkos.add("bank_conflict/strided_8_bytes", strided<std::uint64_t, Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("bank_conflict/broadcast", strided<Word, Exec>);
    kokkos.add("bank_conflict/row_row", exchange<tile, tile, Kokkos::LayoutRight, Exec>);
    kokkos.add("bank_conflict/column_column", exchange<tile, tile, Kokkos::LayoutLeft, Exec>);
    kokkos.add("bank_conflict/padded_column", exchange<tile + 1, tile, Kokkos::LayoutLeft, Exec>);
    kokkos.add("bank_conflict/dynamic_column", exchange<tile, tile, Kokkos::LayoutLeft, Exec>);
    kokkos.add("bank_conflict/same_word_store", exchange<tile, 1, Kokkos::LayoutRight, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(add_bank_conflict);

}  // namespace tilebridge::kokkos
