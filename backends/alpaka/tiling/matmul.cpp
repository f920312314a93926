// SPDX-License-Identifier: Apache-2.0
// One element of C per index or per thread; the variants differ in where they read rows of A and
// columns of B.
#include "catalogue/tiling/matmul.hpp"

#include <algorithm>
#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::matmul_experiment {
namespace {

/// Elements in the largest of the three matrices.
template <class T>
std::size_t largest(const Matmul<T>& p) {
  const std::size_t m = p.m, n = p.n, k = p.k;
  return std::max({m * k, k * n, m * n});
}

struct Direct {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto c,
                                const concepts::IDataSource auto& a,
                                const concepts::IDataSource auto& b) const {
    using T = std::remove_cvref_t<decltype(*c.data())>;
    using Index = index_t<decltype(c.getExtents())>;
    const Index k = a.getExtents().x();
    for (auto [row, column] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{c.getExtents()})) {
      T sum = 0;
      for (Index i = 0; i < k; ++i) sum += a[Vec{row, i}] * b[Vec{i, column}];
      c[Vec{row, column}] = sum;
    }
  }
};

template <class T, class Queue>
void direct(const Matmul<T>& p, const Queue& queue) {
  if (p.m == 0 || p.n == 0) return;
  with_index<T>(largest(p), [&](auto index) {
    using Index = decltype(index);
    const Vec<Index, 2> of_a(p.m, p.k), of_b(p.k, p.n), of_c(p.m, p.n);
    const CVec<Index, 16, 16> frame;
    queue.enqueue(onHost::FrameSpec{divCeil(of_c, frame), frame}, Direct{},
                  makeView(queue, p.c, of_c), makeView(queue, p.a, of_a),
                  makeView(queue, p.b, of_b));
  });
}

/// A thread may have several elements of a tile, so their sums are in shared memory too.
struct Tiled {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto c,
                                const concepts::IDataSource auto& a,
                                const concepts::IDataSource auto& b,
                                concepts::CVector auto tile) const {
    using T = std::remove_cvref_t<decltype(*c.data())>;
    using Index = index_t<decltype(tile)>;
    auto of_a = onAcc::declareSharedMdArray<T, uniqueId()>(acc, tile);
    auto of_b = onAcc::declareSharedMdArray<T, uniqueId()>(acc, tile);
    auto sums = onAcc::declareSharedMdArray<T, uniqueId()>(acc, tile);
    const Index m = c.getExtents().y(), n = c.getExtents().x(), k = a.getExtents().x();

    for (auto first : onAcc::makeIdxMap(acc, onAcc::worker::blocksInGrid,
                                        IdxRange{Vec<Index, 2>::fill(0), c.getExtents(), tile})) {
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile}))
        sums[i] = 0;
      for (Index done = 0; done < k; done += tile.x()) {
        for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile})) {
          const Vec from_a{first.y() + i.y(), done + i.x()};
          const Vec from_b{done + i.y(), first.x() + i.x()};
          of_a[i] = from_a.y() < m && from_a.x() < k ? a[from_a] : 0;
          of_b[i] = from_b.y() < k && from_b.x() < n ? b[from_b] : 0;
        }
        onAcc::syncBlockThreads(acc);
        for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile})) {
          T sum = sums[i];
          for (Index j = 0; j < tile.x(); ++j) sum += of_a[Vec{i.y(), j}] * of_b[Vec{j, i.x()}];
          sums[i] = sum;
        }
        onAcc::syncBlockThreads(acc);  // all reads must finish before the next tiles are stored
      }
      for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInBlock, IdxRange{tile})) {
        const auto to = first + i;
        if (to.y() < m && to.x() < n) c[to] = sums[i];
      }
    }
  }
};

template <std::uint32_t tile, class T, class Queue>
void tiled(const Matmul<T>& p, const Queue& queue) {
  if (p.m == 0 || p.n == 0) return;
  with_index<T>(largest(p), [&](auto index) {
    using Index = decltype(index);
    const Vec<Index, 2> of_a(p.m, p.k), of_b(p.k, p.n), of_c(p.m, p.n);
    const CVec<Index, tile, tile> frame;
    queue.enqueue(onHost::FrameSpec{divCeil(of_c, frame), frame}, Tiled{},
                  makeView(queue, p.c, of_c), makeView(queue, p.a, of_a),
                  makeView(queue, p.b, of_b), frame);
  });
}

template <class T, std::uint32_t block_width>
struct DirectByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Matmul<T> p) const {
    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();
    const int row = block.y() * block_width + thread.y();
    const int column = block.x() * block_width + thread.x();
    if (row >= p.m || column >= p.n) return;
    T sum = 0;
    for (int i = 0; i < p.k; ++i) sum += p.a[at(row, i, p.k)] * p.b[at(i, column, p.n)];
    p.c[at(row, column, p.n)] = sum;
  }
};

template <class T, std::uint32_t tile>
struct TiledByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Matmul<T> p) const {
    auto a = onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, tile, tile>{});
    auto b = onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, tile, tile>{});

    const auto block = acc[layer::block].idx(), thread = acc[layer::thread].idx();
    const int row = block.y() * tile + thread.y();
    const int column = block.x() * tile + thread.x();
    T sum = 0;
    for (int first = 0; first < p.k; first += tile) {
      const int a_column = first + thread.x();
      const int b_row = first + thread.y();
      const bool in_a = row < p.m && a_column < p.k;
      const bool in_b = b_row < p.k && column < p.n;
      a[Vec{thread.y(), thread.x()}] = in_a ? p.a[at(row, a_column, p.k)] : 0;
      b[Vec{thread.y(), thread.x()}] = in_b ? p.b[at(b_row, column, p.n)] : 0;
      onAcc::syncBlockThreads(acc);
      for (std::uint32_t i = 0; i < tile; ++i) sum += a[Vec{thread.y(), i}] * b[Vec{i, thread.x()}];
      onAcc::syncBlockThreads(acc);  // all reads must finish before the next tiles are stored
    }
    if (row < p.m && column < p.n) p.c[at(row, column, p.n)] = sum;
  }
};

template <template <class, std::uint32_t> class Kernel, std::uint32_t width, class T, class Queue>
void launch_by_index(const Matmul<T>& p, const Queue& queue) {
  if (p.m == 0 || p.n == 0) return;
  const CVec<std::uint32_t, width, width> threads;
  const Vec<std::uint32_t, 2> extents(p.m, p.n);
  queue.enqueue(onHost::ThreadSpec{divCeil(extents, threads), threads}, Kernel<T, width>{}, p);
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  const auto by_index = alpaka.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add("matmul/direct", direct<T, Queue>);
    alpaka.add("matmul/tile16", tiled<16, T, Queue>);
    alpaka.add("matmul/tile32", tiled<32, T, Queue>);
    if constexpr (!is_host<Queue>) {
      by_index.add("matmul/direct", launch_by_index<DirectByIndex, 16, T, Queue>);
      by_index.add("matmul/tile16", launch_by_index<TiledByIndex, 16, T, Queue>);
      by_index.add("matmul/tile32", launch_by_index<TiledByIndex, 32, T, Queue>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::matmul_experiment
