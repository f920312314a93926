// SPDX-License-Identifier: Apache-2.0
// One sum per block of 256 threads, of at most 1024 blocks, then one block for the blocks' sums;
// the variants differ in how a block sums.
#include "catalogue/tiling/reduce.hpp"

#include <functional>
#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::reduce_experiment {
namespace {

constexpr std::uint32_t block_size = ReduceShares::block_size;

/// sums[b] = Σ in[i] over the share of block b, as a tree in shared memory.
template <class Result>
struct Tree {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto sums,
                                const concepts::IDataSource auto& in, auto share,
                                concepts::CVector auto frame) const {
    using T = std::remove_cvref_t<decltype(*sums.data())>;
    using Index = index_t<decltype(frame)>;
    auto of_threads = onAcc::declareSharedMdArray<T, uniqueId()>(acc, frame);
    const Index n = in.getExtents().x();

    for (auto [block] :
         onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid, IdxRange{sums.getExtents()})) {
      const Index first = block * share;
      const Index last = first + share < n ? first + share : n;
      for (auto [thread] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{frame})) {
        T sum = Result::none;
        for (Index i = first + thread; i < last; i += block_size) sum = Result::of(sum, in[i]);
        of_threads[thread] = sum;
      }
      onAcc::syncBlockThreads(acc);
      for (Index half = block_size / 2; half > 0; half /= 2) {
        for (auto [thread] :
             onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{Vec{half}}))
          of_threads[thread] = Result::of(of_threads[thread], of_threads[thread + half]);
        onAcc::syncBlockThreads(acc);
      }
      for (auto [thread] :
           onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{Vec{Index{1}}}))
        sums[block] = of_threads[thread];
      onAcc::syncBlockThreads(acc);  // before the next share is summed
    }
  }
};

/// Returns the sum of `value` over the block in its first thread: warps sum by shuffles, and their
/// sums are added in shared memory. 256 threads are 8 warps; on a host, a warp is a thread.
template <class T>
constexpr T sum_of_block(const onAcc::concepts::Acc auto& acc, T value) {
  auto sums = onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, 8>{});
  for (std::uint32_t offset = onAcc::warp::getSize(acc) / 2; offset > 0; offset /= 2)
    value += onAcc::warp::shflDown(acc, value, offset);
  if (onAcc::warp::getLaneIdx(acc) == 0) sums[onAcc::warp::getWarpIdx(acc)] = value;
  onAcc::syncBlockThreads(acc);
  const std::uint32_t warps = acc[layer::thread].count().product() / onAcc::warp::getSize(acc);
  if (acc[layer::thread].idx().x() == 0)
    for (std::uint32_t w = 1; w < warps; ++w) value += sums[w];
  return value;
}

/// Sums a thread's part of in[i] for i in `range`, which the block's threads share.
template <class T>
constexpr T sum_of_part(const onAcc::concepts::Acc auto& acc, const auto& in, const auto& range) {
  T sum = 0;
  for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, range)) sum += in[i];
  return sum;
}

/// sums[b] = Σ in[i] over the share of block b.
struct Shuffle {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto sums,
                                const concepts::IDataSource auto& in, auto share,
                                concepts::CVector auto frame) const {
    using T = std::remove_cvref_t<decltype(*sums.data())>;
    using Index = index_t<decltype(frame)>;
    const Index n = in.getExtents().x();

    for (auto [block] :
         onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid, IdxRange{sums.getExtents()})) {
      const Index first = block * share;
      const Index last = first + share < n ? first + share : n;
      const T sum = sum_of_block(acc, sum_of_part<T>(acc, in, IdxRange{Vec{first}, Vec{last}}));
      for ([[maybe_unused]] auto one :
           onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{Vec{Index{1}}}))
        sums[block] = sum;
      onAcc::syncBlockThreads(acc);
    }
  }
};

template <class Kernel, class T, class Queue>
auto two_passes(const Reduce<T>& r, const Queue& queue) {
  const auto [share, blocks] = ReduceShares(r.n);
  auto partials = onHost::alloc<T>(queue.getDevice(), Vec{blocks});
  return [r, queue, share = share, blocks = blocks, partials]() mutable {
    with_index<T>(r.n + share, [&](auto index) {
      using Index = decltype(index);
      const CVec<Index, block_size> frame;
      const Vec n{static_cast<Index>(r.n)}, sums{static_cast<Index>(blocks)}, one{Index{1}};
      queue.enqueue(onHost::FrameSpec{sums, frame}, Kernel{},
                    makeView(queue, onHost::data(partials), sums), makeView(queue, r.in, n),
                    static_cast<Index>(share), frame);
      queue.enqueue(onHost::FrameSpec{one, frame}, Kernel{}, makeView(queue, r.result, one),
                    makeView(queue, static_cast<const T*>(onHost::data(partials)), sums), sums.x(),
                    frame);
    });
  };
}

/// The block that draws the last ticket sums the blocks' sums. `ticket` is 0 before and after.
struct SinglePass {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto result,
                                concepts::IMdSpan auto partials, concepts::IMdSpan auto ticket,
                                const concepts::IDataSource auto& in, auto share) const {
    using T = std::remove_cvref_t<decltype(*result.data())>;
    using Index = decltype(share);
    auto& is_last = onAcc::declareSharedVar<bool, uniqueId()>(acc);
    const Index n = in.getExtents().x(), blocks = partials.getExtents().x();

    for (auto [block] :
         onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid, IdxRange{Vec{blocks}})) {
      const Index first = block * share;
      const Index last = first + share < n ? first + share : n;
      const T sum = sum_of_block(acc, sum_of_part<T>(acc, in, IdxRange{Vec{first}, Vec{last}}));
      for ([[maybe_unused]] auto one :
           onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{Vec{Index{1}}})) {
        partials[block] = sum;
        // A thread that sees this ticket also sees the sum, and the last block sees all sums.
        onAcc::memFence(acc, onAcc::scope::device, onAcc::order::acq_rel);
        is_last = onAcc::atomicAdd(acc, &ticket[0U], 1U) == blocks - 1;
        onAcc::memFence(acc, onAcc::scope::device, onAcc::order::acq_rel);
      }
      onAcc::syncBlockThreads(acc);
      if (!is_last) continue;

      const T total =
          sum_of_block(acc, sum_of_part<T>(acc, partials, IdxRange{partials.getExtents()}));
      for ([[maybe_unused]] auto one :
           onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{Vec{Index{1}}})) {
        result[0U] = total;
        ticket[0U] = 0;
      }
    }
  }
};

template <class T, class Queue>
auto single_pass(const Reduce<T>& r, const Queue& queue) {
  const auto [share, blocks] = ReduceShares(r.n);
  auto partials = onHost::alloc<T>(queue.getDevice(), Vec{blocks});
  auto ticket = onHost::alloc<std::uint32_t>(queue.getDevice(), Vec{1U});
  onHost::memset(queue, ticket, 0x00);
  return [r, queue, share = share, blocks = blocks, partials, ticket]() mutable {
    with_index<T>(r.n + share, [&](auto index) {
      using Index = decltype(index);
      const CVec<Index, block_size> frame;
      const Vec n{static_cast<Index>(r.n)}, sums{static_cast<Index>(blocks)};
      queue.enqueue(onHost::FrameSpec{sums, frame}, SinglePass{},
                    makeView(queue, r.result, Vec{1U}),
                    makeView(queue, onHost::data(partials), sums), ticket, makeView(queue, r.in, n),
                    static_cast<Index>(share));
    });
  };
}

/// alpaka chooses frames and vectors, and how the sums are combined.
template <class T, class Queue>
void reduce_range(const Reduce<T>& r, const Queue& queue) {
  auto result = makeView(queue, r.result, Vec{1U});
  if (r.n == 0) onHost::memset(queue, result, 0x00);
  with_extents<T>(Vec{r.n}, [&](const auto& extents) {
    onHost::reduce(queue, T{0}, result, std::plus{}, makeView(queue, r.in, extents));
  });
}

struct Larger {
  template <class T>
  constexpr T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};

/// alpaka calls this atomic for the blocks' results; its own exist only for operations such as
/// std::plus.
ALPAKA_FN_ACC void alpakaAtomicInvoke(Larger, const onAcc::concepts::Acc auto& acc, auto* largest,
                                      auto&&... value) {
  onAcc::atomicMax(acc, largest, value...);
}

template <class T, class Queue>
void max_of_range(const Reduce<T>& r, const Queue& queue) {
  auto result = makeView(queue, r.result, Vec{1U});
  const T none = Maximum<T>::none;
  if (r.n == 0) onHost::fill(queue, result, none);
  with_extents<T>(Vec{r.n}, [&](const auto& extents) {
    onHost::reduce(queue, none, result, ScalarFunc{Larger{}}, makeView(queue, r.in, extents));
  });
}

/// Sums this thread's elements in a block's share, which begins at `first`.
template <template <class> class Result = Addition, class T>
constexpr T sum_of_thread(const onAcc::concepts::Acc auto& acc, const T* in, std::size_t n,
                          std::size_t first, std::size_t share) {
  const std::size_t last = first + share < n ? first + share : n;
  T sum = Result<T>::none;
  for (std::size_t i = first + acc[layer::thread].idx().x(); i < last; i += block_size)
    sum = Result<T>::of(sum, in[i]);
  return sum;
}

/// sums[block] = Σ in[i] over the block's share, as a tree in dynamic shared memory.
template <template <class> class Result, class T>
struct TreeByIndex {
  std::uint32_t dynSharedMemBytes = block_size * sizeof(T);

  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, const T* in, std::size_t n,
                                std::size_t share, T* sums) const {
    T* of_threads = onAcc::getDynSharedMem<T>(acc);
    const std::uint32_t block = acc[layer::block].idx().x(), thread = acc[layer::thread].idx().x();
    of_threads[thread] = sum_of_thread<Result>(acc, in, n, block * share, share);
    onAcc::syncBlockThreads(acc);
    for (std::uint32_t half = block_size / 2; half > 0; half /= 2) {
      if (thread < half)
        of_threads[thread] = Result<T>::of(of_threads[thread], of_threads[thread + half]);
      onAcc::syncBlockThreads(acc);
    }
    if (thread == 0) sums[block] = of_threads[0];
  }
};

constexpr std::uint32_t warp_size = 32;
constexpr std::uint32_t warps = block_size / warp_size;

/// Returns the sum of `value` over the warp in lane 0.
template <class T>
constexpr T warp_sum(const onAcc::concepts::Acc auto& acc, T value) {
  for (std::uint32_t distance = warp_size / 2; distance > 0; distance /= 2)
    value += onAcc::warp::shflDown(acc, value, distance);
  return value;
}

/// Returns the sum of `value` over the block in thread 0.
template <class T>
constexpr T block_sum(const onAcc::concepts::Acc auto& acc, T value) {
  auto sums = onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, warps>{});
  const std::uint32_t thread = acc[layer::thread].idx().x();
  const std::uint32_t lane = thread % warp_size, warp = thread / warp_size;
  const T sum = warp_sum(acc, value);
  if (lane == 0) sums[warp] = sum;
  onAcc::syncBlockThreads(acc);
  if (warp > 0) return 0;
  return warp_sum(acc, lane < warps ? T{sums[lane]} : T{0});
}

template <class T>
struct ShuffleByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, const T* in, std::size_t n,
                                std::size_t share, T* sums) const {
    const std::uint32_t block = acc[layer::block].idx().x();
    const T sum = block_sum(acc, sum_of_thread(acc, in, n, block * share, share));
    if (acc[layer::thread].idx().x() == 0) sums[block] = sum;
  }
};

template <class Kernel, class T, class Queue>
auto two_passes_by_index(const Reduce<T>& r, const Queue& queue) {
  const auto [share, blocks] = ReduceShares(r.n);
  auto partials = onHost::alloc<T>(queue.getDevice(), Vec{blocks});
  return [r, queue, share = share, blocks = blocks, partials]() mutable {
    const CVec<std::uint32_t, block_size> threads;
    T* const sums = onHost::data(partials);
    queue.enqueue(onHost::ThreadSpec{Vec{static_cast<std::uint32_t>(blocks)}, threads}, Kernel{},
                  r.in, r.n, share, sums);
    queue.enqueue(onHost::ThreadSpec{Vec{1U}, threads}, Kernel{}, static_cast<const T*>(sums),
                  blocks, blocks, r.result);
  };
}

template <class T>
struct SinglePassByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Reduce<T> r,
                                std::size_t share, T* partials, std::uint32_t* ticket) const {
    auto& is_last = onAcc::declareSharedVar<bool, uniqueId()>(acc);

    const std::uint32_t block = acc[layer::block].idx().x(), thread = acc[layer::thread].idx().x();
    const std::uint32_t blocks = acc[layer::block].count().x();
    const T sum = block_sum(acc, sum_of_thread(acc, r.in, r.n, block * share, share));
    if (thread == 0) {
      partials[block] = sum;
      // A thread that sees this ticket also sees the sum.
      onAcc::memFence(acc, onAcc::scope::device, onAcc::order::seq_cst);
      is_last = onAcc::atomicAdd(acc, ticket, 1U) == blocks - 1;
      // The other blocks' sums are read after the ticket.
      if (is_last) onAcc::memFence(acc, onAcc::scope::device, onAcc::order::seq_cst);
    }
    onAcc::syncBlockThreads(acc);
    if (!is_last) return;

    const T* sums = partials;
    const T total = block_sum(acc, sum_of_thread(acc, sums, blocks, 0, blocks));
    if (thread > 0) return;
    *r.result = total;
    *ticket = 0;
  }
};

template <class T, class Queue>
auto single_pass_by_index(const Reduce<T>& r, const Queue& queue) {
  const auto [share, blocks] = ReduceShares(r.n);
  auto partials = onHost::alloc<T>(queue.getDevice(), Vec{blocks});
  auto ticket = onHost::alloc<std::uint32_t>(queue.getDevice(), Vec{1U});
  onHost::memset(queue, ticket, 0x00);
  return [r, queue, share = share, blocks = blocks, partials, ticket]() mutable {
    queue.enqueue(onHost::ThreadSpec{Vec{static_cast<std::uint32_t>(blocks)},
                                     CVec<std::uint32_t, block_size>{}},
                  SinglePassByIndex<T>{}, r, share, onHost::data(partials), onHost::data(ticket));
  };
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  const auto by_index = alpaka.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add_prepared("reduce/block_tree", two_passes<Tree<Addition<T>>, T, Queue>);
    alpaka.add_prepared("reduce/maximum", two_passes<Tree<Maximum<T>>, T, Queue>);
    alpaka.add_prepared("reduce/shuffle", two_passes<Shuffle, T, Queue>);
    alpaka.add_prepared("reduce/single_pass", single_pass<T, Queue>);
    alpaka.add("reduce/parallel_reduce", reduce_range<T, Queue>);
    alpaka.add("reduce/parallel_max", max_of_range<T, Queue>);
    if constexpr (!is_host<Queue>) {
      by_index.add_prepared("reduce/block_tree",
                            two_passes_by_index<TreeByIndex<Addition, T>, T, Queue>);
      by_index.add_prepared("reduce/maximum",
                            two_passes_by_index<TreeByIndex<Maximum, T>, T, Queue>);
      by_index.add_prepared("reduce/shuffle", two_passes_by_index<ShuffleByIndex<T>, T, Queue>);
      by_index.add_prepared("reduce/single_pass", single_pass_by_index<T, Queue>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::reduce_experiment
