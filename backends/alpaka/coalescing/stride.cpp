// SPDX-License-Identifier: Apache-2.0
// One element per index, neighbouring indices `stride` elements apart.
#include "catalogue/coalescing/stride.hpp"

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::stride_experiment {
namespace {

struct Add {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto c,
                                const concepts::IDataSource auto& a,
                                const concepts::IDataSource auto& b, concepts::Vector auto count,
                                auto stride) const {
    for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{count}))
      c[i * stride] = a[i * stride] + b[i * stride];
  }
};

template <class T, class Queue>
void add(const StridedAdd<T>& s, const Queue& queue) {
  with_extents<T>(Vec{reach(s.count, s.stride)}, [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const Vec count{static_cast<Index>(s.count)};
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, count), Add{},
                  makeView(queue, s.c, extents), makeView(queue, s.a, extents),
                  makeView(queue, s.b, extents), count, static_cast<Index>(s.stride));
  });
}

struct Copy {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in, auto stride) const {
    for (auto [i] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = in[i * stride];
  }
};

template <class T, class Queue>
void copy(const StridedCopy<T>& s, const Queue& queue) {
  with_extents<T>(Vec{reach(s.count, s.stride)}, [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const Vec count{static_cast<Index>(s.count)};
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, count), Copy{},
                  makeView(queue, s.out, count), makeView(queue, s.in, extents),
                  static_cast<Index>(s.stride));
  });
}

struct Wrapped {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in, auto stride) const {
    const auto n = out.getExtents().x();
    for (auto [i] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = 2 * in[i * stride % n];
  }
};

template <class Index, class T, class Queue>
void wrapped_by(const WrappedCopy<T>& w, const Queue& queue) {
  const Vec n{static_cast<Index>(w.n)};
  queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, n), Wrapped{},
                makeView(queue, w.out, n), makeView(queue, w.in, n), static_cast<Index>(w.stride));
}

template <class T, class Queue>
void wrapped(const WrappedCopy<T>& w, const Queue& queue) {
  if (w.n == 0) return;
  if (w.fits_in_32_bits())
    wrapped_by<std::uint32_t>(w, queue);
  else
    wrapped_by<std::uint64_t>(w, queue);
}

struct Read {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in) const {
    for (auto i : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = 2 * in[i];
  }
};

template <class T, class Queue>
void read(const WrappedCopy<T>& w, const Queue& queue) {
  with_extents<T>(Vec{w.n}, [&](const auto& extents) {
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, extents), Read{},
                  makeView(queue, w.out, extents), makeView(queue, w.in, extents));
  });
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add("stride/add", add<T, Queue>);
    alpaka.add("stride/copy", copy<T, Queue>);
    alpaka.add("stride/wrapped", wrapped<T, Queue>);
    alpaka.add("stride/read", read<T, Queue>);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::stride_experiment
