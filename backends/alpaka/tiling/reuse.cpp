// SPDX-License-Identifier: Apache-2.0
// One weighted sum per index over its block's elements; the variants differ in where these are
// read.
#include "catalogue/tiling/reuse.hpp"

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::reuse_experiment {
namespace {

constexpr std::uint32_t block_size = Reuse::block_size;

struct Direct {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in,
                                const concepts::IDataSource auto& weight) const {
    using Index = index_t<decltype(out.getExtents())>;
    const Index n = out.getExtents().x(), uses = weight.getExtents().x();
    for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{Vec{n}})) {
      const Index thread = i % block_size, first = i - thread;
      float sum = 0;
      for (Index k = 0; k < uses; ++k) {
        const Index used = first + (thread + k) % block_size;
        sum += (used < n ? in[used] : 0) * weight[k];
      }
      out[i] = sum;
    }
  }
};

template <class Queue>
void direct(const Reuse& r, const Queue& queue) {
  with_extents<float>(Vec{r.n}, [&](const auto& extents) {
    const Vec uses{static_cast<index_t<decltype(extents)>>(r.uses)};
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, extents), Direct{},
                  makeView(queue, r.out, extents), makeView(queue, r.in, extents),
                  makeView(queue, r.weight, uses));
  });
}

struct Staged {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in,
                                const concepts::IDataSource auto& weight,
                                concepts::CVector auto frame) const {
    using Index = index_t<decltype(frame)>;
    auto cache = onAcc::declareSharedMdArray<float, uniqueId()>(acc, frame);
    const Index n = out.getExtents().x(), uses = weight.getExtents().x();

    for (auto [first] : onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                                          IdxRange{Vec{Index{0}}, Vec{n}, frame})) {
      for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{frame}))
        cache[i] = first + i < n ? in[first + i] : 0;
      onAcc::syncBlockThreads(acc);
      for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{frame})) {
        float sum = 0;
        for (Index k = 0; k < uses; ++k) sum += cache[(i + k) % block_size] * weight[k];
        if (first + i < n) out[first + i] = sum;
      }
      onAcc::syncBlockThreads(acc);  // before the next frame is staged
    }
  }
};

template <class Queue>
void staged(const Reuse& r, const Queue& queue) {
  with_extents<float>(Vec{r.n}, [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const CVec<Index, block_size> frame;
    queue.enqueue(onHost::FrameSpec{divCeil(extents, frame), frame}, Staged{},
                  makeView(queue, r.out, extents), makeView(queue, r.in, extents),
                  makeView(queue, r.weight, Vec{static_cast<Index>(r.uses)}), frame);
  });
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("reuse/direct", direct<Queue>);
  alpaka.add("reuse/staged", staged<Queue>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::reuse_experiment
