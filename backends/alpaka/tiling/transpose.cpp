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

constexpr std::uint32_t tile = 32;
constexpr std::uint32_t rows_per_pass = 8;

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

/// If the staged array is exactly as wide as the tile, a column lies in one bank; with one extra
/// column, in 32.
template <std::uint32_t columns>
struct StagedTile {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in,
                                concepts::CVector auto tile_extents) const {
    using T = std::remove_cvref_t<decltype(*out.data())>;
    using Index = index_t<decltype(tile_extents)>;
    auto staged = onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<Index, tile, columns>{});

    for (auto first :
         onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                           IdxRange{Vec<Index, 2>::fill(0), in.getExtents(), tile_extents})) {
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile_extents})) {
        const auto from = first + i;
        if (from.y() < in.getExtents().y() && from.x() < in.getExtents().x()) staged[i] = in[from];
      }
      onAcc::syncBlockThreads(acc);
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile_extents})) {
        const auto to = Vec{first.x(), first.y()} + i;
        if (to.y() < out.getExtents().y() && to.x() < out.getExtents().x())
          out[to] = staged[Vec{i.x(), i.y()}];
      }
      onAcc::syncBlockThreads(acc);  // before the next frame is staged
    }
  }
};

/// Element (r, c) is staged in column c xor r: rows and columns alike use 32 different banks.
struct SwizzledTile {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in,
                                concepts::CVector auto tile_extents) const {
    using T = std::remove_cvref_t<decltype(*out.data())>;
    using Index = index_t<decltype(tile_extents)>;
    auto staged = onAcc::declareSharedMdArray<T, uniqueId()>(acc, tile_extents);

    for (auto first :
         onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                           IdxRange{Vec<Index, 2>::fill(0), in.getExtents(), tile_extents})) {
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile_extents})) {
        const auto from = first + i;
        if (from.y() < in.getExtents().y() && from.x() < in.getExtents().x())
          staged[Vec{i.y(), i.x() ^ i.y()}] = in[from];
      }
      onAcc::syncBlockThreads(acc);
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile_extents})) {
        const auto to = Vec{first.x(), first.y()} + i;
        if (to.y() < out.getExtents().y() && to.x() < out.getExtents().x())
          out[to] = staged[Vec{i.x(), i.y() ^ i.x()}];
      }
      onAcc::syncBlockThreads(acc);
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

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("transpose/read_coalesced", elements<ReadCoalesced, true, T, Queue>);
  alpaka.add("transpose/write_coalesced", elements<WriteCoalesced, false, T, Queue>);
  alpaka.add("transpose/tile", frames<StagedTile<tile>, T, Queue>);
  alpaka.add("transpose/padded_tile", frames<StagedTile<tile + 1>, T, Queue>);
  alpaka.add("transpose/swizzled_tile", frames<SwizzledTile, T, Queue>);
}

}  // namespace

// Kernels by block and thread index, which take their struct by value, as native ones do: through a
// reference, nvcc makes a branch of each condition.
namespace by_index {
namespace {

/// Index of the element in row y, column x of a matrix.
constexpr std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

template <class T>
struct ReadCoalesced {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Transpose<T> t) const {
    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();
    const int x = block.x() * tile + thread.x();
    const int y = block.y() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass)
      if (x < t.cols && y + j < t.rows) t.out[at(x, y + j, t.rows)] = t.in[at(y + j, x, t.cols)];
  }
};

template <class T>
struct WriteCoalesced {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Transpose<T> t) const {
    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();
    const int x = block.y() * tile + thread.x();  // a column of the output
    const int y = block.x() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass)
      if (x < t.rows && y + j < t.cols) t.out[at(y + j, x, t.rows)] = t.in[at(x, y + j, t.cols)];
  }
};

/// If the staged array is exactly as wide as the tile, a column lies in one bank; with one extra
/// column, in 32.
template <class T, std::uint32_t columns>
struct StagedTile {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Transpose<T> t) const {
    auto staged =
        onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, tile, columns>{});
    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();

    int x = block.x() * tile + thread.x();
    int y = block.y() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass)
      if (x < t.cols && y + j < t.rows)
        staged[Vec{thread.y() + j, thread.x()}] = t.in[at(y + j, x, t.cols)];
    onAcc::syncBlockThreads(acc);

    x = block.y() * tile + thread.x();  // the tile's position in the output
    y = block.x() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass)
      if (x < t.rows && y + j < t.cols)
        t.out[at(y + j, x, t.rows)] = staged[Vec{thread.x(), thread.y() + j}];
  }
};

/// Element (r, c) is staged in column c xor r: rows and columns alike use 32 different banks.
template <class T>
struct SwizzledTile {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Transpose<T> t) const {
    auto staged =
        onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, tile, tile>{});
    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();

    int x = block.x() * tile + thread.x();
    int y = block.y() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass) {
      const std::uint32_t row = thread.y() + j;
      if (x < t.cols && y + j < t.rows)
        staged[Vec{row, thread.x() ^ row}] = t.in[at(y + j, x, t.cols)];
    }
    onAcc::syncBlockThreads(acc);

    x = block.y() * tile + thread.x();
    y = block.x() * tile + thread.y();
    for (int j = 0; j < int{tile}; j += rows_per_pass) {
      const std::uint32_t column = thread.y() + j;
      if (x < t.rows && y + j < t.cols)
        t.out[at(y + j, x, t.rows)] = staged[Vec{thread.x(), column ^ thread.x()}];
    }
  }
};

template <class Kernel, class T, class Queue>
void launch(const Transpose<T>& t, const Queue& queue) {
  if (t.rows == 0 || t.cols == 0) return;
  const Vec<std::uint32_t, 2> extents(t.rows, t.cols);
  queue.enqueue(onHost::ThreadSpec{divCeil(extents, Vec{tile, tile}),
                                   CVec<std::uint32_t, rows_per_pass, tile>{}},
                Kernel{}, t);
}

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  auto by_index = alpaka.in(Form::indices);
  by_index.add("transpose/read_coalesced", launch<ReadCoalesced<T>, T, Queue>);
  by_index.add("transpose/write_coalesced", launch<WriteCoalesced<T>, T, Queue>);
  by_index.add("transpose/tile", launch<StagedTile<T, tile>, T, Queue>);
  by_index.add("transpose/padded_tile", launch<StagedTile<T, tile + 1>, T, Queue>);
  by_index.add("transpose/swizzled_tile", launch<SwizzledTile<T>, T, Queue>);
}

}  // namespace
}  // namespace by_index

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  add_of<float>(alpaka);
  add_of<double>(alpaka);
  add_of<Half>(alpaka);
  if constexpr (!is_host<Queue>) {
    by_index::add_of<float>(alpaka);
    by_index::add_of<double>(alpaka);
    by_index::add_of<Half>(alpaka);
  }
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::transpose_experiment
