// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: one element per index, or a box of 32 × 8 × 4 with its halo in
// shared memory.
#include "catalogue/tiling/stencil3d.hpp"

#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::stencil3d_experiment {
namespace {

/// Whether an element has all six neighbours.
constexpr bool is_inside(const concepts::Vector auto& i, const concepts::Vector auto& extents) {
  return i.z() > 0 && i.z() + 1 < extents.z() && i.y() > 0 && i.y() + 1 < extents.y() &&
         i.x() > 0 && i.x() + 1 < extents.x();
}

constexpr auto sum_of_neighbours(const auto& at, const concepts::Vector auto& i) {
  using Index = index_t<decltype(i)>;
  constexpr CVec<Index, 0, 0, 1> x;
  constexpr CVec<Index, 0, 1, 0> y;
  constexpr CVec<Index, 1, 0, 0> z;
  return at[i - x] + at[i + x] + at[i - y] + at[i + y] + at[i - z] + at[i + z];
}

struct Direct {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    for (auto i :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()})) {
      const auto centre = in[i];
      out[i] = is_inside(i, in.getExtents()) ? heated(centre, sum_of_neighbours(in, i)) : centre;
    }
  }
};

template <class T, class Queue>
void direct(const HeatStep<T>& h, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 3>(h.nz, h.ny, h.nx), [&](const auto& extents) {
    const CVec<index_t<decltype(extents)>, 2, 4, 32> frame;
    queue.enqueue(onHost::FrameSpec{divCeil(extents, frame), frame}, Direct{},
                  makeView(queue, h.out, extents), makeView(queue, h.in, extents));
  });
}

constexpr std::uint32_t planes = HeatStep<float>::planes, rows = HeatStep<float>::rows;
constexpr std::uint32_t columns = HeatStep<float>::columns;

struct TileHalo {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    using T = std::remove_cvref_t<decltype(*out.data())>;
    using Index = index_t<decltype(in.getExtents())>;
    constexpr CVec<Index, planes, rows, columns> box;
    constexpr CVec<Index, planes + 2, rows + 2, columns + 2> with_halo;
    // Shared arrays of three different extents have the wrong size in alpaka 3.0: a span of a flat
    // one has not.
    auto flat = onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<Index, with_halo.product()>{});
    auto tile = makeMdSpan(&flat[0], with_halo);
    const auto extents = in.getExtents();

    for (auto first : onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                                        IdxRange{Vec<Index, 3>::fill(0), extents, box})) {
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{with_halo})) {
        const auto from = first + i - Index{1};  // before the first element it wraps round
        if (from.z() < extents.z() && from.y() < extents.y() && from.x() < extents.x())
          tile[i] = in[from];
      }
      onAcc::syncBlockThreads(acc);
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{box})) {
        const auto to = first + i;
        const auto staged = i + Index{1};
        if (to.z() >= extents.z() || to.y() >= extents.y() || to.x() >= extents.x()) continue;
        const T centre = tile[staged];
        out[to] = is_inside(to, extents) ? heated(centre, sum_of_neighbours(tile, staged)) : centre;
      }
      onAcc::syncBlockThreads(acc);  // before the next box is staged
    }
  }
};

/// A frame is a plane of its box, so that a thread computes four elements.
template <class T, class Queue>
void tile_halo(const HeatStep<T>& h, const Queue& queue) {
  with_extents<T>(Vec<std::size_t, 3>(h.nz, h.ny, h.nx), [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    queue.enqueue(onHost::FrameSpec{divCeil(extents, CVec<Index, planes, rows, columns>{}),
                                    CVec<Index, 1, rows, columns>{}},
                  TileHalo{}, makeView(queue, h.out, extents), makeView(queue, h.in, extents));
  });
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add("stencil3d/direct", direct<T, Queue>);
    alpaka.add("stencil3d/tile_halo", tile_halo<T, Queue>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::stencil3d_experiment
