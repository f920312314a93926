// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from scratch memory; the variants differ in the banks used.
// Rewritten: without a range's loop.
#include "catalogue/tiling/bank_conflict.hpp"

#include "backends/kokkos/execution.hpp"
#include "backends/kokkos/kokkos.hpp"
#include "backends/kokkos/techniques.hpp"

namespace tilebridge::kokkos::bank_conflict_experiment {
namespace {

using Word = std::uint32_t;

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

template <class T, class Exec>
void strided(const SharedLoads<T>& s, const Exec& exec) {
  sum_words(
      s, exec, KOKKOS_LAMBDA(int thread) { return thread * s.stride % SharedLoads<T>::span; });
}

template <class Exec>
void permuted(const StridedLoads& s, const Exec& exec) {
  sum_words(
      s, exec, KOKKOS_LAMBDA(int thread) {
        const int lane = thread % 32;
        return thread - lane + lane * (2 * lane + 1) % 32;
      });
}

template <class Exec>
void three_way(const StridedLoads& s, const Exec& exec) {
  sum_words(
      s, exec, KOKKOS_LAMBDA(int thread) {
        const int lane = thread % 32;
        return thread / 32 * 96 + lane / 3 + lane % 3 * 32;
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

}  // namespace

// Kernels by league and team rank.
namespace by_index {
namespace {

/// A thread's value is a variable, in a register from one barrier to the next. The layout of
/// `words` says where thread (y, x) stores; with a single column all threads of a row store to one
/// word.
template <int rows, int columns, class Layout, class Exec>
void exchange(const TileExchange& t, const Exec& exec) {
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

template <class Exec>
void add_kernels(KokkosKernels<Exec>& kokkos) {
  auto by_index = kokkos.in(Form::indices);
  by_index.add("bank_conflict/row_row", exchange<tile, tile, Kokkos::LayoutRight, Exec>);
  by_index.add("bank_conflict/padded_column", exchange<tile + 1, tile, Kokkos::LayoutLeft, Exec>);
  by_index.add("bank_conflict/same_word_store", exchange<tile, 1, Kokkos::LayoutRight, Exec>);
}

}  // namespace
}  // namespace by_index

// Rewritten and tuned kernels.
namespace rewritten {
using namespace techniques;

namespace {

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

struct Row {
  static constexpr int columns = TileExchange::tile;
  template <class Words>
  KOKKOS_FUNCTION static Word& at(const Words& words, int y, int x) {
    return words(y, x);
  }
};

template <int padding>
struct Column {
  static constexpr int columns = TileExchange::tile + padding;
  template <class Words>
  KOKKOS_FUNCTION static Word& at(const Words& words, int y, int x) {
    return words(x, y);
  }
};

/// One word per row of threads.
struct SameWord {
  static constexpr int columns = 1;
  template <class Words>
  KOKKOS_FUNCTION static Word& at(const Words& words, int y, int) {
    return words(y, 0);
  }
};

template <class Exec>
void add_kernels(KokkosKernels<Exec>& kokkos) {
  kokkos.add("bank_conflict/strided_rewritten", strided<Exec>);
  if constexpr (!is_host<Exec>) {
    kokkos.add("bank_conflict/broadcast_rewritten", strided<Exec>);
    kokkos.add("bank_conflict/row_row_rewritten", exchange<Exec, Row>);
    kokkos.add("bank_conflict/column_column_rewritten", exchange<Exec, Column<0>>);
    kokkos.add("bank_conflict/padded_column_rewritten", exchange<Exec, Column<1>>);
    kokkos.add("bank_conflict/dynamic_column_rewritten", exchange<Exec, Column<0>>);
    kokkos.add("bank_conflict/same_word_store_rewritten", exchange<Exec, SameWord>);
  }
}

}  // namespace
}  // namespace rewritten

template <class Exec>
void register_kernels(KokkosKernels<Exec>& kokkos) {
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
    by_index::add_kernels(kokkos);
  }
  rewritten::add_kernels(kokkos);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::kokkos::bank_conflict_experiment
