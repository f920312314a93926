// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from static shared memory; the variants differ in the banks
// used.
#include "catalogue/tiling/bank_conflict.hpp"

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::bank_conflict_experiment {
namespace {

using Word = std::uint32_t;

struct Strided {
  constexpr int operator()(int thread, int stride) const {
    return thread * stride % StridedLoads::span;
  }
};

/// Neighbouring lanes are 3, 7, 11, … words apart (modulo 32), and no two load from one bank.
struct Permuted {
  constexpr int operator()(int thread, int /*stride*/) const {
    const int lane = thread % 32;
    return thread - lane + lane * (2 * lane + 1) % 32;
  }
};

/// Lanes 3·b, 3·b + 1 and 3·b + 2 load from bank b, 32 words apart.
struct ThreeWay {
  constexpr int operator()(int thread, int /*stride*/) const {
    const int lane = thread % 32;
    return thread / 32 * 96 + lane / 3 + lane % 3 * 32;
  }
};

/// Every thread sums words that begin at FirstWord's.
template <class FirstWord>
struct SumWords {
  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in,
                                const SharedLoads<T>& s) const {
    using Loads = SharedLoads<T>;
    constexpr CVec<std::uint32_t, Loads::words> all;
    constexpr CVec<std::uint32_t, Loads::block_size> frame;
    auto words = onAcc::declareSharedMdArray<T, uniqueId()>(acc, all);

    for (auto block :
         onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                           IdxRange{Vec<std::uint32_t, 1>::fill(0), out.getExtents(), frame})) {
      for (auto w : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{all}))
        words[w] = in[w];
      onAcc::syncBlockThreads(acc);
      for (auto thread : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{frame})) {
        const int first = FirstWord{}(thread.x(), s.stride);
        T sum = 0;
        for (int r = 0; r < s.repeats; ++r)
          for (int k = 0; k < Loads::loads; ++k)
            sum += words[static_cast<std::uint32_t>(first + r % 32 + 32 * k)];
        out[block + thread] = sum;
      }
      onAcc::syncBlockThreads(acc);
    }
  }
};

template <class FirstWord, class T, class Queue>
void sum_words(const SharedLoads<T>& s, const Queue& queue) {
  using Loads = SharedLoads<T>;
  if (s.blocks == 0) return;
  const Vec blocks{static_cast<std::uint32_t>(s.blocks)};
  const CVec<std::uint32_t, Loads::block_size> frame;
  queue.enqueue(onHost::FrameSpec{blocks, frame}, SumWords<FirstWord>{},
                makeView(queue, s.out, blocks * frame),
                makeView(queue, s.in, Vec<std::uint32_t, 1>(Loads::words)), s);
}

template <class Queue>
void add_loops(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("bank_conflict/strided", sum_words<Strided, Word, Queue>);
  alpaka.add("bank_conflict/permuted", sum_words<Permuted, Word, Queue>);
  alpaka.add("bank_conflict/three_way", sum_words<ThreeWay, Word, Queue>);
  alpaka.add("bank_conflict/strided_8_bytes", sum_words<Strided, std::uint64_t, Queue>);
  if constexpr (!is_host<Queue>)
    alpaka.add("bank_conflict/broadcast", sum_words<Strided, Word, Queue>);
}

}  // namespace

// Kernels by block and thread index. Their names hide those in loops above.
namespace by_index {
namespace {

/// The sum of the words that begin at FirstWord's. Offsets are known to the compiler; 32 words
/// apart, the loads cannot be merged into wider ones.
template <class FirstWord>
struct SumWords {
  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, SharedLoads<T> s) const {
    using Loads = SharedLoads<T>;
    auto words = onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<int, Loads::words>{});

    const int thread = acc[layer::thread].idx().x();
    for (int w = thread; w < Loads::words; w += Loads::block_size) words[w] = s.in[w];
    onAcc::syncBlockThreads(acc);

    const int first = FirstWord{}(thread, s.stride);
    T sum = 0;
    for (int r = 0; r < s.repeats; ++r) {
      const int word = first + r % 32;
      for (int k = 0; k < Loads::loads; ++k) sum += words[word + 32 * k];
    }
    s.out[acc[layer::block].idx().x() * std::size_t{Loads::block_size} + thread] = sum;
  }
};

template <class FirstWord, class T, class Queue>
void sum_words(const SharedLoads<T>& s, const Queue& queue) {
  if (s.blocks == 0) return;
  queue.enqueue(onHost::ThreadSpec{Vec{static_cast<std::uint32_t>(s.blocks)},
                                   CVec<std::uint32_t, SharedLoads<T>::block_size>{}},
                SumWords<FirstWord>{}, s);
}

constexpr int tile = TileExchange::tile;

/// place(y, x) is where thread (y, x) stores. A warp covers all x of one y.
constexpr void exchange(const onAcc::concepts::Acc auto& acc, const TileExchange& t,
                        const auto& place) {
  const int x = acc[layer::thread].idx().x();
  const int y = acc[layer::thread].idx().y();
  Word value = t.in[y * tile + x];
  for (int r = 0; r < t.repeats; ++r) {
    place(y, x) = value + r;
    onAcc::syncBlockThreads(acc);
    value = place((y + 1) % tile, x);
    onAcc::syncBlockThreads(acc);
  }
  t.out[(acc[layer::block].idx().x() * std::size_t{tile} + y) * tile + x] = value;
}

struct RowRow {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, TileExchange t) const {
    auto words = onAcc::declareSharedMdArray<Word, uniqueId()>(acc, CVec<int, tile, tile>{});
    exchange(acc, t, [&](int y, int x) -> Word& { return words[Vec{y, x}]; });
  }
};

template <int columns>
struct Column {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, TileExchange t) const {
    auto words = onAcc::declareSharedMdArray<Word, uniqueId()>(acc, CVec<int, tile, columns>{});
    exchange(acc, t, [&](int y, int x) -> Word& { return words[Vec{x, y}]; });
  }
};

struct DynamicColumn {
  std::uint32_t dynSharedMemBytes = tile * tile * sizeof(Word);

  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, TileExchange t) const {
    Word* words = onAcc::getDynSharedMem<Word>(acc);
    exchange(acc, t, [&](int y, int x) -> Word& { return words[x * tile + y]; });
  }
};

/// One of a warp's 32 stores to one word remains; which one is not defined.
struct SameWordStore {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, TileExchange t) const {
    auto words = onAcc::declareSharedMdArray<Word, uniqueId()>(acc, CVec<int, tile>{});
    exchange(acc, t, [&](int y, int) -> Word& { return words[y]; });
  }
};

template <class Kernel, class Queue>
void launch(const TileExchange& t, const Queue& queue) {
  if (t.blocks == 0) return;
  queue.enqueue(onHost::ThreadSpec{Vec{1U, static_cast<std::uint32_t>(t.blocks)},
                                   CVec<std::uint32_t, tile, tile>{}},
                Kernel{}, t);
}

template <class Queue>
void add_indices(AlpakaKernels<Queue>& alpaka) {
  auto by_index = alpaka.in(Form::indices);
  by_index.add("bank_conflict/strided", sum_words<Strided, Word, Queue>);
  by_index.add("bank_conflict/broadcast", sum_words<Strided, Word, Queue>);
  by_index.add("bank_conflict/permuted", sum_words<Permuted, Word, Queue>);
  by_index.add("bank_conflict/three_way", sum_words<ThreeWay, Word, Queue>);
  by_index.add("bank_conflict/strided_8_bytes", sum_words<Strided, std::uint64_t, Queue>);
  by_index.add("bank_conflict/row_row", launch<RowRow, Queue>);
  by_index.add("bank_conflict/column_column", launch<Column<tile>, Queue>);
  by_index.add("bank_conflict/padded_column", launch<Column<tile + 1>, Queue>);
  by_index.add("bank_conflict/dynamic_column", launch<DynamicColumn, Queue>);
  by_index.add("bank_conflict/same_word_store", launch<SameWordStore, Queue>);
}

}  // namespace
}  // namespace by_index

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  add_loops(alpaka);
  if constexpr (!is_host<Queue>) by_index::add_indices(alpaka);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::bank_conflict_experiment
