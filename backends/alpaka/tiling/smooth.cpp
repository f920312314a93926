// SPDX-License-Identifier: Apache-2.0
// One average per index; the variants differ in where its three elements are read.
#include "catalogue/tiling/smooth.hpp"

#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::smooth_experiment {
namespace {

struct Direct {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    using Index = index_t<decltype(in.getExtents())>;
    for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid,
                                      IdxRange{Vec{Index{1}}, in.getExtents() - Index{1}}))
      out[i] = (in[i - 1] + in[i] + in[i + 1]) / 3;
  }
};

template <class T, class Queue>
void direct(const Smooth<T>& s, const Queue& queue) {
  if (s.n <= 2) return;
  with_extents<T>(Vec{s.n}, [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, extents - Index{2}),
                  Direct{}, makeView(queue, s.out, extents), makeView(queue, s.in, extents));
  });
}

/// Elements whose averages a frame computes; it stages one more on either side.
constexpr std::uint32_t frame = Smooth<float>::block_size;

struct TileHalo {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    using T = std::remove_cvref_t<decltype(*out.data())>;
    using Index = index_t<decltype(in.getExtents())>;
    constexpr CVec<Index, frame> inner;
    constexpr CVec<Index, frame + 2> with_halo;
    auto tile = onAcc::declareSharedMdArray<T, uniqueId()>(acc, with_halo);
    const Index n = in.getExtents().x();

    for (auto [first] : onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                                          IdxRange{Vec{Index{0}}, Vec{n - 2}, inner})) {
      for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{with_halo}))
        if (first + i < n) tile[i] = in[first + i];
      onAcc::syncBlockThreads(acc);
      for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{inner}))
        if (first + i < n - 2) out[first + i + 1] = (tile[i] + tile[i + 1] + tile[i + 2]) / 3;
      onAcc::syncBlockThreads(acc);  // before the next frame is staged
    }
  }
};

template <class T, class Queue>
void tile_halo(const Smooth<T>& s, const Queue& queue) {
  if (s.n <= 2) return;
  with_extents<T>(Vec{s.n}, [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const CVec<Index, frame> threads;
    queue.enqueue(onHost::FrameSpec{divCeil(extents - Index{2}, threads), threads}, TileHalo{},
                  makeView(queue, s.out, extents), makeView(queue, s.in, extents));
  });
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add("smooth/direct", direct<T, Queue>);
    alpaka.add("smooth/tile_halo", tile_halo<T, Queue>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::smooth_experiment
