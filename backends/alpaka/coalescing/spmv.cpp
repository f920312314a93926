// SPDX-License-Identifier: Apache-2.0
// A row per index, or by index one per thread of blocks of 256.
#include "catalogue/coalescing/spmv.hpp"

#include <algorithm>
#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::spmv_experiment {
namespace {

struct CsrThread {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto y,
                                const concepts::IDataSource auto& offsets,
                                const concepts::IDataSource auto& columns,
                                const concepts::IDataSource auto& values,
                                const concepts::IDataSource auto& x) const {
    using T = std::remove_cvref_t<decltype(*y.data())>;
    using Index = index_t<decltype(y.getExtents())>;
    for (auto [row] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{y.getExtents()})) {
      const Index end = offsets[row + 1];
      T sum = 0;
      for (Index k = offsets[row]; k < end; ++k) sum += values[k] * x[Index(columns[k])];
      y[row] = sum;
    }
  }
};

template <class T, class Queue>
void csr_thread(const CsrProduct<T>& a, const Queue& queue) {
  if (a.rows == 0) return;
  with_index<T>(std::max(a.entries, a.rows + 1), [&](auto index) {
    using Index = decltype(index);
    const Vec rows{Index(a.rows)}, entries{Index(a.entries)};
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, rows), CsrThread{},
                  makeView(queue, a.y, rows), makeView(queue, a.offsets, rows + Index{1}),
                  makeView(queue, a.columns, entries), makeView(queue, a.values, entries),
                  makeView(queue, a.x, rows));
  });
}

constexpr std::uint32_t block_size = CsrProduct<float>::block_size;

struct CsrThreadByIndex {
  template <class T>
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, CsrProduct<T> a) const {
    const int row = acc[layer::block].idx().x() * block_size + acc[layer::thread].idx().x();
    if (row >= a.rows) return;
    const int end = a.offsets[row + 1];
    T sum = 0;
    for (int k = a.offsets[row]; k < end; ++k) sum += a.values[k] * a.x[a.columns[k]];
    a.y[row] = sum;
  }
};

template <class T, class Queue>
void csr_thread_by_index(const CsrProduct<T>& a, const Queue& queue) {
  if (a.rows == 0) return;
  const auto blocks = divCeil(static_cast<std::uint32_t>(a.rows), block_size);
  queue.enqueue(onHost::ThreadSpec{Vec{blocks}, CVec<std::uint32_t, block_size>{}},
                CsrThreadByIndex{}, a);
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  const auto by_index = alpaka.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add("spmv/csr_thread", csr_thread<T, Queue>);
    if constexpr (!is_host<Queue>) {
      by_index.add("spmv/csr_thread", csr_thread_by_index<T, Queue>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::spmv_experiment
