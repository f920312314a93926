// SPDX-License-Identifier: Apache-2.0
// Each index counts the four bytes of a word; the variants differ in where the bins are stored.
#include "catalogue/tiling/histogram.hpp"

#include <algorithm>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::histogram_experiment {
namespace {

constexpr std::uint32_t bins = Histogram::bins;
constexpr std::uint32_t block_size = Histogram::block_size;
constexpr std::uint32_t word_size = Histogram::word_size;

/// Calls count_byte(byte) for each byte of a word.
template <class CountByte>
ALPAKA_FN_ACC void for_each_byte(std::uint32_t word, const CountByte& count_byte) {
  for (std::uint32_t k = 0; k < word_size; ++k) count_byte((word >> 8 * k) % bins);
}

/// Returns as many blocks of 256 threads as n bytes take, but no more than run at a time on a GPU
/// that holds 2048 threads per SM.
template <class Queue>
std::size_t resident_blocks(std::size_t n, const Queue& queue) {
  const std::size_t multiprocessors = queue.getDevice().getDeviceProperties().multiProcessorCount;
  return std::min(divCeil(n, std::size_t{block_size} * word_size),
                  multiprocessors * (2048 / block_size));
}

/// Calls launch(range, words, rest) with views of the bytes as words and of those that do not fill
/// one, and with the extents of the longer one: index i takes word i and byte i of the rest.
template <class Queue, class Launch>
void with_words(const Histogram& h, const Queue& queue, const Launch& launch) {
  with_extents<unsigned char>(Vec{h.n}, [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const Vec words{extents.x() / Index{word_size}}, rest{extents.x() % Index{word_size}};
    launch(Vec{std::max(words.x(), rest.x())},
           makeView(queue, reinterpret_cast<const std::uint32_t*>(h.in), words),
           makeView(queue, h.in + std::size_t{words.x()} * word_size, rest));
  });
}

struct GlobalAtomic {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::Vector auto range,
                                concepts::IMdSpan auto counts,
                                const concepts::IDataSource auto& words,
                                const concepts::IDataSource auto& rest) const {
    const auto add_one = [&](std::uint32_t byte) { onAcc::atomicAdd(acc, &counts[byte], 1U); };
    for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{range})) {
      if (i < words.getExtents().x()) for_each_byte(words[i], add_one);
      if (i < rest.getExtents().x()) add_one(rest[i]);
    }
  }
};

template <class Queue>
void global_atomic(const Histogram& h, const Queue& queue) {
  auto counts = makeView(queue, h.counts, Vec{bins});
  onHost::memset(queue, counts, 0x00);
  with_words(h, queue, [&](const auto& range, const auto& words, const auto& rest) {
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, range), GlobalAtomic{},
                  range, counts, words, rest);
  });
}

struct BlockPrivate {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::Vector auto range,
                                concepts::IMdSpan auto counts,
                                const concepts::IDataSource auto& words,
                                const concepts::IDataSource auto& rest) const {
    using Index = index_t<decltype(range)>;
    constexpr CVec<Index, bins> all_bins;
    auto of_block = onAcc::declareSharedMdArray<std::uint32_t, uniqueId()>(acc, all_bins);

    for (auto bin : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{all_bins}))
      of_block[bin] = 0;
    onAcc::syncBlockThreads(acc);
    const auto add_one = [&](std::uint32_t byte) {
      onAcc::atomicAdd(acc, &of_block[Index{byte}], 1U, onAcc::scope::block);
    };
    for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{range})) {
      if (i < words.getExtents().x()) for_each_byte(words[i], add_one);
      if (i < rest.getExtents().x()) add_one(rest[i]);
    }
    onAcc::syncBlockThreads(acc);
    for (auto [bin] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{all_bins}))
      onAcc::atomicAdd(acc, &counts[bin], of_block[bin]);
  }
};

template <class Queue>
auto block_private(const Histogram& h, const Queue& queue) {
  return [h, queue, blocks = resident_blocks(h.n, queue)] {
    auto counts = makeView(queue, h.counts, Vec{bins});
    onHost::memset(queue, counts, 0x00);
    with_words(h, queue, [&](const auto& range, const auto& words, const auto& rest) {
      using Index = index_t<decltype(range)>;
      queue.enqueue(onHost::FrameSpec{Vec{static_cast<Index>(blocks)}, CVec<Index, block_size>{}},
                    BlockPrivate{}, range, counts, words, rest);
    });
  };
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("histogram/global_atomic", global_atomic<Queue>);
  alpaka.add_prepared("histogram/block_private", block_private<Queue>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::histogram_experiment
