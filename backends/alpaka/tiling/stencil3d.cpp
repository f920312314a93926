// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: one element per index or thread, or a box of 32 × 8 × 4 with its halo in
// shared memory.
#include "catalogue/tiling/stencil3d.hpp"

#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::stencil3d_experiment {
namespace {

template <class T>
constexpr T heated(T centre, T sum_of_neighbours) {
  return centre + HeatStep<T>::rate * (sum_of_neighbours - 6 * centre);
}

/// Whether an element has all six neighbours.
constexpr bool is_inside(const concepts::Vector auto& i, const concepts::Vector auto& extents) {
  return i.z() > 0 && i.z() + 1 < extents.z() && i.y() > 0 && i.y() + 1 < extents.y() &&
         i.x() > 0 && i.x() + 1 < extents.x();
}

/// The elements on either side along z, y and x.
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

constexpr std::uint32_t planes = 4, rows = 8, columns = 32;  // of a box

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

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("stencil3d/direct", direct<T, Queue>);
  alpaka.add("stencil3d/tile_halo", tile_halo<T, Queue>);
}

}  // namespace

// Kernels by block and thread index. Their names hide those in loops above.
namespace by_index {
namespace {

template <class T>
constexpr std::size_t at(const HeatStep<T>& h, int z, int y, int x) {
  return (std::size_t(z) * h.ny + y) * h.nx + x;
}

template <class T>
constexpr bool holds(const HeatStep<T>& h, int z, int y, int x) {
  return z >= 0 && z < h.nz && y >= 0 && y < h.ny && x >= 0 && x < h.nx;
}

template <class T>
constexpr bool is_inside(const HeatStep<T>& h, int z, int y, int x) {
  return z > 0 && z < h.nz - 1 && y > 0 && y < h.ny - 1 && x > 0 && x < h.nx - 1;
}

template <class T>
struct Direct {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, HeatStep<T> h) const {
    const auto i = acc[layer::block].idx() * acc[layer::thread].count() + acc[layer::thread].idx();
    const int x = i.x(), y = i.y(), z = i.z();
    if (!holds(h, z, y, x)) return;
    const T* in = h.in + at(h, z, y, x);
    const std::size_t row = h.nx, plane = row * h.ny;
    const T centre = *in;
    h.out[at(h, z, y, x)] =
        is_inside(h, z, y, x)
            ? heated(centre, in[-1] + in[1] + *(in - row) + in[row] + *(in - plane) + in[plane])
            : centre;
  }
};

template <class T>
struct TileHalo {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, HeatStep<T> h) const {
    // Shared arrays of three different extents have the wrong size in alpaka 3.0: this has two.
    constexpr int staged_rows = rows + 2;
    auto tile = onAcc::declareSharedMdArray<T, uniqueId()>(
        acc, CVec<int, int{planes + 2} * staged_rows, int{columns + 2}>{});
    const auto staged = [&](int p, int q, int c) -> T& {
      return tile[Vec{p * staged_rows + q, c}];
    };

    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();
    const int x0 = block.x() * columns, y0 = block.y() * rows, z0 = block.z() * planes;
    for (int r = thread.y(); r < int{planes + 2} * staged_rows; r += rows)
      for (int c = thread.x(); c < int{columns + 2}; c += columns) {
        const int p = r / staged_rows, q = r % staged_rows;
        const int z = z0 + p - 1, y = y0 + q - 1, x = x0 + c - 1;
        if (holds(h, z, y, x)) staged(p, q, c) = h.in[at(h, z, y, x)];
      }
    onAcc::syncBlockThreads(acc);

    const int q = thread.y() + 1, c = thread.x() + 1;
    const int y = y0 + thread.y(), x = x0 + thread.x();
    for (int p = 1; p <= int{planes}; ++p) {
      const int z = z0 + p - 1;
      if (!holds(h, z, y, x)) continue;
      const T centre = staged(p, q, c);
      h.out[at(h, z, y, x)] =
          is_inside(h, z, y, x)
              ? heated(centre, staged(p, q, c - 1) + staged(p, q, c + 1) + staged(p, q - 1, c) +
                                   staged(p, q + 1, c) + staged(p - 1, q, c) + staged(p + 1, q, c))
              : centre;
    }
  }
};

template <class Kernel, class T, class Queue>
void launch(const HeatStep<T>& h, concepts::CVector auto box, concepts::CVector auto threads,
            const Queue& queue) {
  if (h.nx == 0 || h.ny == 0 || h.nz == 0) return;
  const Vec<std::uint32_t, 3> extents(h.nz, h.ny, h.nx);
  queue.enqueue(onHost::ThreadSpec{divCeil(extents, box), threads}, Kernel{}, h);
}

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  auto by_index = alpaka.in(Form::indices);
  by_index.add("stencil3d/direct", [](const HeatStep<T>& h, const Queue& queue) {
    const CVec<std::uint32_t, 2, 4, 32> threads;
    launch<Direct<T>>(h, threads, threads, queue);
  });
  by_index.add("stencil3d/tile_halo", [](const HeatStep<T>& h, const Queue& queue) {
    launch<TileHalo<T>>(h, CVec<std::uint32_t, planes, rows, columns>{},
                        CVec<std::uint32_t, 1, rows, columns>{}, queue);
  });
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

}  // namespace tilebridge::alpaka3::stencil3d_experiment
