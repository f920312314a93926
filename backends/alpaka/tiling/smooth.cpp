// SPDX-License-Identifier: Apache-2.0
// One average per index or per thread; the variants differ in where its three elements are read.
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
constexpr std::uint32_t frame = 256;

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

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("smooth/direct", direct<T, Queue>);
  alpaka.add("smooth/tile_halo", tile_halo<T, Queue>);
}

}  // namespace

// Kernels by block and thread index. Their names hide those in loops above.
namespace by_index {
namespace {

constexpr std::uint32_t block_size = 256;

template <class T>
struct Direct {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Smooth<T> s) const {
    const std::size_t i =
        acc[layer::block].idx().x() * std::size_t{block_size} + acc[layer::thread].idx().x() + 1;
    if (i < s.n - 1) s.out[i] = (s.in[i - 1] + s.in[i] + s.in[i + 1]) / 3;
  }
};

template <class T>
struct TileHalo {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Smooth<T> s) const {
    // One extra element on either side.
    auto tile =
        onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, block_size + 2>{});

    const std::uint32_t thread = acc[layer::thread].idx().x();
    const std::size_t i = acc[layer::block].idx().x() * std::size_t{block_size} + thread + 1;
    if (i < s.n) tile[thread + 1] = s.in[i];
    if (thread == 0) tile[0u] = s.in[i - 1];
    if (thread == block_size - 1 && i + 1 < s.n) tile[block_size + 1] = s.in[i + 1];
    onAcc::syncBlockThreads(acc);
    if (i < s.n - 1) s.out[i] = (tile[thread] + tile[thread + 1] + tile[thread + 2]) / 3;
  }
};

template <class Kernel, class T, class Queue>
void launch(const Smooth<T>& s, const Queue& queue) {
  if (s.n <= 2) return;
  const auto blocks = static_cast<std::uint32_t>(divCeil(s.n - 2, std::size_t{block_size}));
  queue.enqueue(onHost::ThreadSpec{Vec{blocks}, CVec<std::uint32_t, block_size>{}}, Kernel{}, s);
}

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  auto by_index = alpaka.in(Form::indices);
  by_index.add("smooth/direct", launch<Direct<T>, T, Queue>);
  by_index.add("smooth/tile_halo", launch<TileHalo<T>, T, Queue>);
}

}  // namespace
}  // namespace by_index

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  add_of<float>(alpaka);
  add_of<double>(alpaka);
  if constexpr (!is_host<Queue>) {
    by_index::add_of<float>(alpaka);
    by_index::add_of<double>(alpaka);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::smooth_experiment
