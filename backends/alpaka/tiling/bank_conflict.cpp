// SPDX-License-Identifier: Apache-2.0
// Repeated loads of the same words from static shared memory; the variants differ in the banks
// used.
#include "catalogue/tiling/bank_conflict.hpp"

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::bank_conflict_experiment {
namespace {

using Word = std::uint32_t;

/// Every thread adds up the words that begin at FirstWord's.
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
        const int first = FirstWord::first(static_cast<int>(thread.x()), s.stride);
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

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("bank_conflict/strided", sum_words<StridedWords, Word, Queue>);
  alpaka.add("bank_conflict/permuted", sum_words<PermutedWords, Word, Queue>);
  alpaka.add("bank_conflict/three_way", sum_words<ThreeWayWords, Word, Queue>);
  alpaka.add("bank_conflict/strided_8_bytes", sum_words<StridedWords, std::uint64_t, Queue>);
  if constexpr (!is_host<Queue>)
    alpaka.add("bank_conflict/broadcast", sum_words<StridedWords, Word, Queue>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::bank_conflict_experiment
