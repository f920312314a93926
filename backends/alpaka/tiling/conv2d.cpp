// SPDX-License-Identifier: Apache-2.0
// One pixel per index or thread, in blocks of 32 × 8: a warp covers part of a row, so its reads of
// a tile row hit 32 different banks. In blocks of 16 × 16 it covers parts of two rows, whose ends
// meet in four banks.
#include "catalogue/tiling/conv2d.hpp"

#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::conv2d_experiment {
namespace {

constexpr std::uint32_t width = Filter5x5::width;
constexpr std::uint32_t radius = Filter5x5::radius;
constexpr std::uint32_t tile_rows = Conv2d<float>::tile_rows;
constexpr std::uint32_t tile_columns = Conv2d<float>::tile_columns;

/// Returns 0 beyond the border; `from` lies `radius` pixels before the pixel, and may wrap round.
constexpr auto pixel(const concepts::IDataSource auto& in, const concepts::Vector auto& from) {
  const auto at = from - index_t<decltype(from)>{radius};
  const bool inside = at.y() < in.getExtents().y() && at.x() < in.getExtents().x();
  return inside ? in[at] : 0;
}

struct Direct {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in,
                                const concepts::IDataSource auto& filter) const {
    using T = std::remove_cvref_t<decltype(*out.data())>;
    using Index = index_t<decltype(out.getExtents())>;
    for (auto at :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()})) {
      T sum = 0;
      for (std::uint32_t j = 0; j < width; ++j)
        for (std::uint32_t i = 0; i < width; ++i)
          sum += filter[Vec{j, i}] * pixel(in, at + Vec<Index, 2>(j, i));
      out[at] = sum;
    }
  }
};

template <class T, class Queue>
void direct(const Conv2d<T>& p, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 2>(p.rows, p.cols), [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const CVec<Index, tile_rows, tile_columns> frame;
    queue.enqueue(onHost::FrameSpec{divCeil(extents, frame), frame}, Direct{},
                  makeView(queue, p.out, extents), makeView(queue, p.in, extents),
                  makeView(queue, p.filter, Vec{width, width}));
  });
}

template <class T>
struct Taps : CapturedFilter<T> {
  constexpr T operator[](const concepts::Vector auto& i) const { return (*this)(i.y(), i.x()); }
};

template <class T, class Queue>
Taps<T> taps_of(const Conv2d<T>& p, const Queue& queue) {
  Taps<T> taps;
  onHost::memcpy(queue, makeView(api::host, &taps.taps[0][0], Vec{width, width}),
                 makeView(queue, p.filter, Vec{width, width}));
  onHost::wait(queue);
  return taps;
}

struct TileHalo {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in, const auto& filter,
                                concepts::CVector auto frame,
                                concepts::CVector auto with_halo) const {
    using T = std::remove_cvref_t<decltype(*out.data())>;
    using Index = index_t<decltype(frame)>;
    auto tile = onAcc::declareSharedMdArray<T, uniqueId()>(acc, with_halo);

    for (auto first :
         onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                           IdxRange{Vec<Index, 2>::fill(0), out.getExtents(), frame})) {
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{with_halo}))
        tile[i] = pixel(in, first + i);
      onAcc::syncBlockThreads(acc);
      for (auto at : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{frame})) {
        const auto to = first + at;
        if (to.y() >= out.getExtents().y() || to.x() >= out.getExtents().x()) continue;
        T sum = 0;
        for (std::uint32_t j = 0; j < width; ++j)
          for (std::uint32_t i = 0; i < width; ++i)
            sum += filter[Vec{j, i}] * tile[at + Vec<Index, 2>(j, i)];
        out[to] = sum;
      }
      onAcc::syncBlockThreads(acc);  // before the next frame is staged
    }
  }
};

template <std::uint32_t rows, std::uint32_t columns, class T, class Queue>
void frames(const Conv2d<T>& p, const auto& filter, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 2>(p.rows, p.cols), [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const CVec<Index, rows, columns> frame;
    const CVec<Index, rows + 2 * radius, columns + 2 * radius> with_halo;
    queue.enqueue(onHost::FrameSpec{divCeil(extents, frame), frame}, TileHalo{},
                  makeView(queue, p.out, extents), makeView(queue, p.in, extents), filter, frame,
                  with_halo);
  });
}

template <std::uint32_t rows, std::uint32_t columns, class T, class Queue>
void tile_halo(const Conv2d<T>& p, const Queue& queue) {
  frames<rows, columns>(p, makeView(queue, p.filter, Vec{width, width}), queue);
}

template <class T, class Queue>
auto constant_filter(const Conv2d<T>& p, const Queue& queue) {
  return [p, queue, taps = taps_of(p, queue)] { frames<tile_rows, tile_columns>(p, taps, queue); };
}

constexpr int halo = Filter5x5::radius;
constexpr std::uint32_t block_size = tile_rows * tile_columns;

template <class T>
struct DirectByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Conv2d<T> p) const {
    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();
    const int x = block.x() * tile_columns + thread.x();
    const int y = block.y() * tile_rows + thread.y();
    if (x >= p.cols || y >= p.rows) return;
    T sum = 0;
    for (int j = 0; j < int{width}; ++j)
      for (int i = 0; i < int{width}; ++i)
        sum += p.filter[j * width + i] * p.pixel(y + j - halo, x + i - halo);
    p.out[p.at(y, x)] = sum;
  }
};

template <std::uint32_t rows, std::uint32_t columns>
struct TileHaloByIndex {
  static_assert(rows * columns == block_size);

  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Conv2d<T> p,
                                const auto& filter) const {
    constexpr std::uint32_t halo_columns = columns + 2 * radius;
    constexpr std::uint32_t halo_rows = rows + 2 * radius;
    constexpr std::uint32_t halo_size = halo_rows * halo_columns;
    auto tile = onAcc::declareSharedMdArray<T, uniqueId()>(
        acc, CVec<std::uint32_t, halo_rows, halo_columns>{});

    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();
    const int x0 = block.x() * columns;
    const int y0 = block.y() * rows;
    for (std::uint32_t first = 0; first < halo_size; first += block_size) {
      const std::uint32_t i = first + thread.y() * columns + thread.x();
      const std::uint32_t r = i / halo_columns;
      const std::uint32_t c = i % halo_columns;
      if (i < halo_size) tile[Vec{r, c}] = p.pixel(y0 + int(r) - halo, x0 + int(c) - halo);
    }
    onAcc::syncBlockThreads(acc);

    const int x = x0 + thread.x();
    const int y = y0 + thread.y();
    if (x >= p.cols || y >= p.rows) return;
    T sum = 0;
    for (std::uint32_t j = 0; j < width; ++j)
      for (std::uint32_t i = 0; i < width; ++i)
        sum += filter(j, i) * tile[Vec{thread.y() + j, thread.x() + i}];
    p.out[p.at(y, x)] = sum;
  }
};

template <std::uint32_t rows, std::uint32_t columns, class Kernel, class T, class Queue>
void launch(const Kernel& kernel, const Conv2d<T>& p, const Queue& queue, const auto&... filter) {
  if (p.rows == 0 || p.cols == 0) return;
  const CVec<std::uint32_t, rows, columns> threads;
  const Vec<std::uint32_t, 2> extents(p.rows, p.cols);
  queue.enqueue(onHost::ThreadSpec{divCeil(extents, threads), threads}, kernel, p, filter...);
}

template <class T, class Queue>
void direct_by_index(const Conv2d<T>& p, const Queue& queue) {
  launch<tile_rows, tile_columns>(DirectByIndex<T>{}, p, queue);
}

template <std::uint32_t rows, std::uint32_t columns, class T, class Queue>
void tile_halo_by_index(const Conv2d<T>& p, const Queue& queue) {
  launch<rows, columns>(TileHaloByIndex<rows, columns>{}, p, queue, GlobalFilter<T>{p.filter});
}

template <class T, class Queue>
auto constant_filter_by_index(const Conv2d<T>& p, const Queue& queue) {
  return [p, queue, taps = taps_of(p, queue)] {
    launch<tile_rows, tile_columns>(TileHaloByIndex<tile_rows, tile_columns>{}, p, queue, taps);
  };
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  const auto by_index = alpaka.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add("conv2d/direct", direct<T, Queue>);
    alpaka.add("conv2d/tile_halo", tile_halo<tile_rows, tile_columns, T, Queue>);
    alpaka.add("conv2d/tile_halo_16x16", tile_halo<16, 16, T, Queue>);
    alpaka.add_prepared("conv2d/constant_filter", constant_filter<T, Queue>);
    if constexpr (!is_host<Queue>) {
      by_index.add("conv2d/direct", direct_by_index<T, Queue>);
      by_index.add("conv2d/tile_halo", tile_halo_by_index<tile_rows, tile_columns, T, Queue>);
      by_index.add("conv2d/tile_halo_16x16", tile_halo_by_index<16, 16, T, Queue>);
      by_index.add_prepared("conv2d/constant_filter", constant_filter_by_index<T, Queue>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::conv2d_experiment
