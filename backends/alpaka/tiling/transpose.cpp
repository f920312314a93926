// SPDX-License-Identifier: Apache-2.0
// In loops: one element per index, or tiles of 32 × 32 in frames of 8 × 32 threads.
// By index: 32 × 32 tiles with blocks of 8 × 32 threads, each of which moves four elements.
#include "catalogue/tiling/transpose.hpp"

#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::alpaka3::transpose_experiment {
namespace {

constexpr std::uint32_t tile = Transpose<float>::tile;
constexpr std::uint32_t rows_per_pass = Transpose<float>::rows_per_pass;

struct ReadCoalesced {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    for (auto [y, x] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{in.getExtents()}))
      out[Vec{x, y}] = in[Vec{y, x}];
  }
};

struct WriteCoalesced {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    for (auto [x, y] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[Vec{x, y}] = in[Vec{y, x}];
  }
};

/// Its range is over the input (rows, columns) or the output (columns, rows).
template <class Kernel, bool over_input, class T, class Queue>
void elements(const Transpose<T>& t, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 2>(t.rows, t.cols), [&](const auto& extents) {
    const Vec swapped{extents.x(), extents.y()};
    queue.enqueue(
        onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, over_input ? extents : swapped),
        Kernel{}, makeView(queue, t.out, swapped), makeView(queue, t.in, extents));
  });
}

template <class Tile>
struct StagedTile {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in,
                                concepts::CVector auto tile_extents) const {
    using T = std::remove_cvref_t<decltype(*out.data())>;
    using Index = index_t<decltype(tile_extents)>;
    auto staged =
        onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<Index, tile, Tile::columns>{});

    for (auto first :
         onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                           IdxRange{Vec<Index, 2>::fill(0), in.getExtents(), tile_extents})) {
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile_extents})) {
        const auto from = first + i;
        if (from.y() < in.getExtents().y() && from.x() < in.getExtents().x())
          staged[Vec{i.y(), Tile::column(i.y(), i.x())}] = in[from];
      }
      onAcc::syncBlockThreads(acc);
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile_extents})) {
        const auto to = Vec{first.x(), first.y()} + i;
        if (to.y() < out.getExtents().y() && to.x() < out.getExtents().x())
          out[to] = staged[Vec{i.x(), Tile::column(i.x(), i.y())}];
      }
      onAcc::syncBlockThreads(acc);  // before the next frame is staged
    }
  }
};

/// A frame is smaller than its tile, so that a thread moves four elements.
template <class Kernel, class T, class Queue>
void frames(const Transpose<T>& t, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 2>(t.rows, t.cols), [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const CVec<Index, tile, tile> tile_extents;
    queue.enqueue(
        onHost::FrameSpec{divCeil(extents, tile_extents), CVec<Index, rows_per_pass, tile>{}},
        Kernel{}, makeView(queue, t.out, Vec{extents.x(), extents.y()}),
        makeView(queue, t.in, extents), tile_extents);
  });
}

// The kernels by block and thread index take their struct by value, as native ones do: through a
// reference, nvcc makes a branch of each condition.

/// Index of the element in row y, column x of a matrix.
constexpr std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

template <class T>
struct ReadCoalescedByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Transpose<T> t) const {
    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();
    const int x = block.x() * tile + thread.x();
    const int y = block.y() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass)
      if (x < t.cols && y + j < t.rows) t.out[at(x, y + j, t.rows)] = t.in[at(y + j, x, t.cols)];
  }
};

template <class T>
struct WriteCoalescedByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Transpose<T> t) const {
    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();
    const int x = block.y() * tile + thread.x();  // a column of the output
    const int y = block.x() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass)
      if (x < t.rows && y + j < t.cols) t.out[at(y + j, x, t.rows)] = t.in[at(x, y + j, t.cols)];
  }
};

template <class T, class Tile>
struct StagedTileByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Transpose<T> t) const {
    auto staged =
        onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, tile, Tile::columns>{});
    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();

    int x = block.x() * tile + thread.x();
    int y = block.y() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass) {
      const std::uint32_t row = thread.y() + j;
      if (x < t.cols && y + j < t.rows)
        staged[Vec{row, Tile::column(row, thread.x())}] = t.in[at(y + j, x, t.cols)];
    }
    onAcc::syncBlockThreads(acc);

    x = block.y() * tile + thread.x();
    y = block.x() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass) {
      const std::uint32_t column = thread.y() + j;
      if (x < t.rows && y + j < t.cols)
        t.out[at(y + j, x, t.rows)] = staged[Vec{thread.x(), Tile::column(thread.x(), column)}];
    }
  }
};

template <class Kernel, class T, class Queue>
void launch_by_index(const Transpose<T>& t, const Queue& queue) {
  if (t.rows == 0 || t.cols == 0) return;
  const Vec<std::uint32_t, 2> extents(t.rows, t.cols);
  queue.enqueue(onHost::ThreadSpec{divCeil(extents, Vec{tile, tile}),
                                   CVec<std::uint32_t, rows_per_pass, tile>{}},
                Kernel{}, t);
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  const auto by_index = alpaka.in(Form::indices);
  kernels::for_types<float, double, Half>([&]<class T>() {
    alpaka.add("transpose/read_coalesced", elements<ReadCoalesced, true, T, Queue>);
    alpaka.add("transpose/write_coalesced", elements<WriteCoalesced, false, T, Queue>);
    alpaka.add("transpose/tile", frames<StagedTile<PlainTile>, T, Queue>);
    alpaka.add("transpose/padded_tile", frames<StagedTile<PaddedTile>, T, Queue>);
    alpaka.add("transpose/swizzled_tile", frames<StagedTile<SwizzledTile>, T, Queue>);
    if constexpr (!is_host<Queue>) {
      by_index.add("transpose/read_coalesced", launch_by_index<ReadCoalescedByIndex<T>, T, Queue>);
      by_index.add("transpose/write_coalesced",
                   launch_by_index<WriteCoalescedByIndex<T>, T, Queue>);
      by_index.add("transpose/tile", launch_by_index<StagedTileByIndex<T, PlainTile>, T, Queue>);
      by_index.add("transpose/padded_tile",
                   launch_by_index<StagedTileByIndex<T, PaddedTile>, T, Queue>);
      by_index.add("transpose/swizzled_tile",
                   launch_by_index<StagedTileByIndex<T, SwizzledTile>, T, Queue>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::transpose_experiment
