// SPDX-License-Identifier: Apache-2.0
// Each index or thread counts one byte at a time; the variants differ in where the bins are stored.
#include "catalogue/tiling/histogram.hpp"

#include <algorithm>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::histogram_experiment {
namespace {

// [*]
constexpr std::uint32_t bins = Histogram::bins;
constexpr std::uint32_t block_size = 256;
static_assert(block_size == bins, "a thread clears and adds up one bin");

// [block_private, global_atomic by index, block_private by index]
/// Blocks of 256 threads for n bytes, but no more than run at a time on a GPU that holds 2048
/// threads per SM.
template <class Queue>
std::size_t resident_blocks(std::size_t n, const Queue& queue) {
  const std::size_t multiprocessors = queue.getDevice().getDeviceProperties().multiProcessorCount;
  return std::min(divCeil(n, std::size_t{block_size}), multiprocessors * (2048 / block_size));
}

// [global_atomic]
struct GlobalAtomic {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto counts,
                                const concepts::IDataSource auto& in) const {
    for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{in.getExtents()}))
      onAcc::atomicAdd(acc, &counts[in[i]], 1U);
  }
};

template <class Queue>
void global_atomic(const Histogram& h, const Queue& queue) {
  auto counts = makeView(queue, h.counts, Vec{bins});
  onHost::memset(queue, counts, 0x00);
  with_extents<unsigned char>(Vec{h.n}, [&](const auto& extents) {
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, extents),
                  GlobalAtomic{}, counts, makeView(queue, h.in, extents));
  });
}

// [block_private]
struct BlockPrivate {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto counts,
                                const concepts::IDataSource auto& in) const {
    using Index = index_t<decltype(in.getExtents())>;
    constexpr CVec<Index, bins> all_bins;
    auto of_block = onAcc::declareSharedMdArray<std::uint32_t, uniqueId()>(acc, all_bins);

    for (auto bin : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{all_bins}))
      of_block[bin] = 0;
    onAcc::syncBlockThreads(acc);
    for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{in.getExtents()}))
      onAcc::atomicAdd(acc, &of_block[Index{in[i]}], 1U, onAcc::scope::block);
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
    with_extents<unsigned char>(Vec{h.n}, [&](const auto& extents) {
      using Index = index_t<decltype(extents)>;
      queue.enqueue(onHost::FrameSpec{Vec{static_cast<Index>(blocks)}, CVec<Index, block_size>{}},
                    BlockPrivate{}, counts, makeView(queue, h.in, extents));
    });
  };
}

// [/]

template <class Queue>
void add_ranges(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("histogram/global_atomic", global_atomic<Queue>);
  alpaka.add_prepared("histogram/block_private", block_private<Queue>);
}

}  // namespace

// Kernels by block and thread index. Their names hide those in ranges above.
namespace by_index {
namespace {

// [global_atomic by index]
struct GlobalAtomic {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Histogram h) const {
    const std::uint32_t block = acc[layer::block].idx().x(), thread = acc[layer::thread].idx().x();
    const std::size_t grid_size = acc[layer::block].count().x() * std::size_t{block_size};
    for (std::size_t i = block * std::size_t{block_size} + thread; i < h.n; i += grid_size)
      onAcc::atomicAdd(acc, &h.counts[h.in[i]], 1U);
  }
};

// [block_private by index]
struct BlockPrivate {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Histogram h) const {
    auto counts =
        onAcc::declareSharedMdArray<std::uint32_t, uniqueId()>(acc, CVec<std::uint32_t, bins>{});

    const std::uint32_t block = acc[layer::block].idx().x(), thread = acc[layer::thread].idx().x();
    counts[thread] = 0;
    onAcc::syncBlockThreads(acc);
    const std::size_t grid_size = acc[layer::block].count().x() * std::size_t{block_size};
    for (std::size_t i = block * std::size_t{block_size} + thread; i < h.n; i += grid_size)
      onAcc::atomicAdd(acc, &counts[std::uint32_t{h.in[i]}], 1U);
    onAcc::syncBlockThreads(acc);
    onAcc::atomicAdd(acc, &h.counts[thread], counts[thread]);
  }
};

// [global_atomic by index, block_private by index]
template <class Kernel, class Queue>
auto prepare(const Histogram& h, const Queue& queue) {
  return [h, queue, blocks = static_cast<std::uint32_t>(resident_blocks(h.n, queue))] {
    auto counts = makeView(queue, h.counts, Vec{bins});
    onHost::memset(queue, counts, 0x00);
    if (h.n == 0) return;
    queue.enqueue(onHost::ThreadSpec{Vec{blocks}, CVec<std::uint32_t, block_size>{}}, Kernel{}, h);
  };
}

// [/]

template <class Queue>
void add_indices(AlpakaKernels<Queue>& alpaka) {
  auto by_index = alpaka.in(Form::indices);
  by_index.add_prepared("histogram/global_atomic", prepare<GlobalAtomic, Queue>);
  by_index.add_prepared("histogram/block_private", prepare<BlockPrivate, Queue>);
}

}  // namespace
}  // namespace by_index

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  add_ranges(alpaka);
  if constexpr (!is_host<Queue>) by_index::add_indices(alpaka);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::histogram_experiment
