// SPDX-License-Identifier: Apache-2.0
// Threads load the same words from scratch memory repeatedly; the variants differ in the banks
// used. Rewritten: without a range's loop.
#include "catalogue/tiling/bank_conflict.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::bank_conflict_experiment {
namespace {

using Word = std::uint32_t;

constexpr int block_size = StridedLoads::block_size;

/// Adds up the words that begin at FirstWord's.
template <class FirstWord, class T, class Exec>
void sum_words(const SharedLoads<T>& s, const Exec& exec) {
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
          const int first = FirstWord::first(thread, s.stride);
          T sum = 0;
          for (int r = 0; r < s.repeats; ++r)
            for (int k = 0; k < SharedLoads<T>::loads; ++k) sum += words(first + r % 32 + 32 * k);
          out(team.league_rank() * block_size + thread) = sum;
        });
      });
}

constexpr int tile = TileExchange::tile;

/// Calls body(y, x) in thread (y, x) of a dim3(tile, tile) block.
template <class Team, class Body>
KOKKOS_INLINE_FUNCTION void in_each_thread(const Team& team, const Body& body) {
  Kokkos::parallel_for(Kokkos::TeamThreadRange(team, tile), [&](int y) {
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, tile), [&](int x) { body(y, x); });
  });
}

/// A barrier goes between two ranges of a team, not inside one, so a thread's value that must
/// survive a barrier is kept in scratch memory too. The layout of `words` says where thread (y, x)
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
        in_each_thread(team, [&](int y, int x) { own(y, x) = in(y, x); });
        for (int r = 0; r < t.repeats; ++r) {
          in_each_thread(team, [&](int y, int x) { words(y, step * x) = own(y, x) + r; });
          team.team_barrier();  // __syncthreads()
          in_each_thread(team, [&](int y, int x) { own(y, x) = words((y + 1) % tile, step * x); });
          team.team_barrier();
        }
        in_each_thread(team, [&](int y, int x) { out(team.league_rank(), y, x) = own(y, x); });
      });
}

/// A thread's value is a variable, in a register from one barrier to the next. The layout of
/// `words` says where thread (y, x) stores; with a single column all threads of a row store to one
/// word.
template <int rows, int columns, class Layout, class Exec>
void exchange_by_index(const TileExchange& t, const Exec& exec) {
  using Words = Scratch<Word[rows][columns], Exec, Layout>;  // __shared__ Word words[rows][columns]
  const Matrix<const Word, Exec> in(t.in, tile, tile);
  const Unmanaged<Word* [tile][tile], Kokkos::LayoutRight, Exec> out(t.out, t.blocks);

  Kokkos::TeamPolicy<Exec> policy(exec, t.blocks, tile * tile);
  policy.set_scratch_size(0, Kokkos::PerTeam(Words::shmem_size()));
  Kokkos::parallel_for(
      "bank_conflict/exchange_by_index", policy, KOKKOS_LAMBDA(const Team<Exec>& team) {
        const Words words(team.team_scratch(0));
        constexpr int step = columns > 1 ? 1 : 0;  // from a thread's column to the next one's
        const int y = team.team_rank() / tile, x = team.team_rank() % tile;
        Word value = in(y, x);
        for (int r = 0; r < t.repeats; ++r) {
          words(y, step * x) = value + r;
          team.team_barrier();  // __syncthreads()
          value = words((y + 1) % tile, step * x);
          team.team_barrier();
        }
        out(team.league_rank(), y, x) = value;
      });
}

using namespace techniques;

template <class Functor, class Arguments, class Exec>
void launch_with_scratch(const Arguments& arguments, const Exec& exec) {
  constexpr int block_size = Functor::block_size;
  using Policy = TeamPolicy<Exec, block_size>;
  auto policy = team_policy<Policy>(exec, static_cast<std::size_t>(arguments.blocks), block_size);
  policy.set_scratch_size(0, Kokkos::PerTeam(Functor::scratch_bytes()));
  if (arguments.blocks > 0) Kokkos::parallel_for("bank_conflict", policy, Functor(arguments));
}

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
      const int first = StridedWords::first(thread, stride);
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
constexpr auto strided_rewritten = launch_with_scratch<Strided<Exec>, StridedLoads, Exec>;

/// Thread (y, x) stores to word Place::at(y, x). A warp has all x of one y. Only GPUs run this,
/// because a thread's local values must survive barriers.
template <class Exec, class Place>
struct Exchange {
  static constexpr int tile = TileExchange::tile;
  static constexpr int block_size = tile * tile;
  using Words = Scratch<Word[Place::words], Exec>;

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
      words(Place::at(y, x)) = value + static_cast<Word>(r);
      team.team_barrier();
      value = words(Place::at((y + 1) % tile, x));
      team.team_barrier();
    }
    out(static_cast<std::size_t>(team.league_rank()) * block_size +
        static_cast<std::size_t>(thread)) = value;
  }

  static std::size_t scratch_bytes() { return Words::shmem_size(); }
};

template <class Place, class Exec>
constexpr auto exchange_rewritten = launch_with_scratch<Exchange<Exec, Place>, TileExchange, Exec>;

}  // namespace

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
  using Tile = TileExchange;
  using Kokkos::LayoutLeft, Kokkos::LayoutRight;
  kokkos.add("bank_conflict/strided", sum_words<StridedWords, Word, Exec>);
  kokkos.add("bank_conflict/permuted", sum_words<PermutedWords, Word, Exec>);
  kokkos.add("bank_conflict/three_way", sum_words<ThreeWayWords, Word, Exec>);
  kokkos.add("bank_conflict/strided_8_bytes", sum_words<StridedWords, std::uint64_t, Exec>);
  kokkos.add("bank_conflict/strided_rewritten", strided_rewritten<Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("bank_conflict/broadcast", sum_words<StridedWords, Word, Exec>);
    kokkos.add("bank_conflict/row_row", exchange<tile, tile, LayoutRight, Exec>);
    kokkos.add("bank_conflict/column_column", exchange<tile, tile, LayoutLeft, Exec>);
    kokkos.add("bank_conflict/padded_column", exchange<tile + 1, tile, LayoutLeft, Exec>);
    kokkos.add("bank_conflict/dynamic_column", exchange<tile, tile, LayoutLeft, Exec>);
    kokkos.add("bank_conflict/same_word_store", exchange<tile, 1, LayoutRight, Exec>);
    const auto by_index = kokkos.in(Form::indices);
    by_index.add("bank_conflict/row_row", exchange_by_index<tile, tile, LayoutRight, Exec>);
    by_index.add("bank_conflict/padded_column",
                 exchange_by_index<tile + 1, tile, LayoutLeft, Exec>);
    by_index.add("bank_conflict/same_word_store", exchange_by_index<tile, 1, LayoutRight, Exec>);
    kokkos.add("bank_conflict/broadcast_rewritten", strided_rewritten<Exec>);
    kokkos.add("bank_conflict/row_row_rewritten", exchange_rewritten<Tile::Rows, Exec>);
    kokkos.add("bank_conflict/column_column_rewritten", exchange_rewritten<Tile::Columns, Exec>);
    kokkos.add("bank_conflict/padded_column_rewritten",
               exchange_rewritten<Tile::PaddedColumns, Exec>);
    kokkos.add("bank_conflict/dynamic_column_rewritten", exchange_rewritten<Tile::Columns, Exec>);
    kokkos.add("bank_conflict/same_word_store_rewritten", exchange_rewritten<Tile::SameWord, Exec>);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::bank_conflict_experiment
