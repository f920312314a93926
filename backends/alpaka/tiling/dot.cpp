// SPDX-License-Identifier: Apache-2.0
// Products of a frame of 256 threads, or of all of them; the variants differ in how they are
// summed.
#include "catalogue/tiling/dot.hpp"

#include <functional>
#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::dot_experiment {
namespace {

constexpr std::uint32_t block_size = Dot<float>::block_size;

struct Atomic {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto result,
                                const concepts::IDataSource auto& a,
                                const concepts::IDataSource auto& b) const {
    for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{a.getExtents()}))
      onAcc::atomicAdd(acc, &result[0U], a[i] * b[i]);
  }
};

template <class T, class Queue>
void atomic(const Dot<T>& d, const Queue& queue) {
  auto result = makeView(queue, d.result, Vec{1U});
  onHost::memset(queue, result, 0x00);
  with_extents<T>(Vec{d.n}, [&](const auto& extents) {
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, extents), Atomic{},
                  result, makeView(queue, d.a, extents), makeView(queue, d.b, extents));
  });
}

struct BlockTree {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto result,
                                const concepts::IDataSource auto& a,
                                const concepts::IDataSource auto& b,
                                concepts::CVector auto frame) const {
    using T = std::remove_cvref_t<decltype(*result.data())>;
    using Index = index_t<decltype(frame)>;
    auto sums = onAcc::declareSharedMdArray<T, uniqueId()>(acc, frame);
    const Index n = a.getExtents().x();

    for (auto [first] : onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                                          IdxRange{Vec{Index{0}}, Vec{n}, frame})) {
      for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{frame}))
        sums[i] = first + i < n ? a[first + i] * b[first + i] : 0;
      onAcc::syncBlockThreads(acc);
      for (Index half = frame.x() / 2; half > 0; half /= 2) {
        for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{Vec{half}}))
          sums[i] += sums[i + half];
        onAcc::syncBlockThreads(acc);
      }
      for ([[maybe_unused]] auto one :
           onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{Vec{Index{1}}}))
        onAcc::atomicAdd(acc, &result[0U], sums[Index{0}]);
      onAcc::syncBlockThreads(acc);  // before the next frame's products are stored
    }
  }
};

/// 256 threads are 8 warps; on a host, a warp is a thread.
struct WarpShuffle {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto result,
                                const concepts::IDataSource auto& a,
                                const concepts::IDataSource auto& b,
                                concepts::CVector auto frame) const {
    using T = std::remove_cvref_t<decltype(*result.data())>;
    using Index = index_t<decltype(frame)>;
    auto sums = onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<Index, 8>{});
    const Index n = a.getExtents().x();

    for (auto [first] : onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                                          IdxRange{Vec{Index{0}}, Vec{n}, frame})) {
      T sum = 0;
      for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{frame}))
        if (first + i < n) sum += a[first + i] * b[first + i];
      for (std::uint32_t offset = onAcc::warp::getSize(acc) / 2; offset > 0; offset /= 2)
        sum += onAcc::warp::shflDown(acc, sum, offset);
      const Index warp = onAcc::warp::getWarpIdx(acc);
      if (onAcc::warp::getLaneIdx(acc) == 0) sums[warp] = sum;
      onAcc::syncBlockThreads(acc);
      for ([[maybe_unused]] auto one :
           onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{Vec{Index{1}}})) {
        const Index warps = acc[layer::thread].count().product() / onAcc::warp::getSize(acc);
        for (Index w = 1; w < warps; ++w) sum += sums[w];
        onAcc::atomicAdd(acc, &result[0U], sum);
      }
      onAcc::syncBlockThreads(acc);
    }
  }
};

template <class Kernel, class T, class Queue>
void frames(const Dot<T>& d, const Queue& queue) {
  auto result = makeView(queue, d.result, Vec{1U});
  onHost::memset(queue, result, 0x00);
  with_extents<T>(Vec{d.n}, [&](const auto& extents) {
    const CVec<index_t<decltype(extents)>, block_size> frame;
    queue.enqueue(onHost::FrameSpec{divCeil(extents, frame), frame}, Kernel{}, result,
                  makeView(queue, d.a, extents), makeView(queue, d.b, extents), frame);
  });
}

/// alpaka chooses frames and vectors, and how the sums are combined.
template <class T, class Queue>
void transform_reduce(const Dot<T>& d, const Queue& queue) {
  auto result = makeView(queue, d.result, Vec{1U});
  if (d.n == 0) onHost::memset(queue, result, 0x00);
  with_extents<T>(Vec{d.n}, [&](const auto& extents) {
    onHost::transformReduce(queue, T{0}, result, std::plus{}, std::multiplies{},
                            makeView(queue, d.a, extents), makeView(queue, d.b, extents));
  });
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add("dot/atomic", atomic<T, Queue>);
    alpaka.add("dot/block_tree", frames<BlockTree, T, Queue>);
    alpaka.add("dot/warp_shuffle", frames<WarpShuffle, T, Queue>);
    alpaka.add("dot/parallel_reduce", transform_reduce<T, Queue>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::dot_experiment
