// SPDX-License-Identifier: Apache-2.0
// In loops: one element per index, neighbouring indices `stride` elements apart.
// By index: one element per thread of blocks of 256.
#include "catalogue/coalescing/stride.hpp"

#include <limits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::stride_experiment {
namespace {

/// Number of elements from the first of `count` to the last.
std::size_t reach(std::size_t count, std::size_t stride) {
  return count > 0 ? (count - 1) * stride + 1 : 0;
}

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

/// Uses a 32-bit index where i · stride fits: a 64-bit remainder costs more than the memory access.
template <class Index, class T, class Queue>
void wrapped_by(const WrappedCopy<T>& w, const Queue& queue) {
  const Vec n{static_cast<Index>(w.n)};
  queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, n), Wrapped{},
                makeView(queue, w.out, n), makeView(queue, w.in, n), static_cast<Index>(w.stride));
}

template <class T, class Queue>
void wrapped(const WrappedCopy<T>& w, const Queue& queue) {
  if (w.n == 0) return;
  if (w.n * w.stride <= std::numeric_limits<std::uint32_t>::max())
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

/// At stride 1.
template <class T, class Queue>
void read(const WrappedCopy<T>& w, const Queue& queue) {
  with_extents<T>(Vec{w.n}, [&](const auto& extents) {
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, extents), Read{},
                  makeView(queue, w.out, extents), makeView(queue, w.in, extents));
  });
}

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("stride/add", add<T, Queue>);
  alpaka.add("stride/copy", copy<T, Queue>);
  alpaka.add("stride/wrapped", wrapped<T, Queue>);
  alpaka.add("stride/read", read<T, Queue>);
}

}  // namespace

// Kernels by block and thread index. Their names hide those in loops above.
namespace by_index {
namespace {

constexpr std::uint32_t block_size = 256;

template <class T>
struct Add {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, StridedAdd<T> s) const {
    const std::size_t i =
        acc[layer::block].idx().x() * std::size_t{block_size} + acc[layer::thread].idx().x();
    if (i < s.count) s.c[i * s.stride] = s.a[i * s.stride] + s.b[i * s.stride];
  }
};

template <class T>
struct Copy {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, StridedCopy<T> s) const {
    const std::size_t i =
        acc[layer::block].idx().x() * std::size_t{block_size} + acc[layer::thread].idx().x();
    if (i < s.count) s.out[i] = s.in[i * s.stride];
  }
};

/// Index is 32 bits wide where i · stride fits: a 64-bit remainder costs more than the access.
template <class Index, class T>
struct Wrapped {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, WrappedCopy<T> w) const {
    const Index i = acc[layer::block].idx().x() * Index{block_size} + acc[layer::thread].idx().x();
    const Index n = static_cast<Index>(w.n);
    if (i < n) w.out[i] = 2 * w.in[i * static_cast<Index>(w.stride) % n];
  }
};

/// At stride 1.
template <class T>
struct Read {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, WrappedCopy<T> w) const {
    const std::size_t i =
        acc[layer::block].idx().x() * std::size_t{block_size} + acc[layer::thread].idx().x();
    if (i < w.n) w.out[i] = 2 * w.in[i];
  }
};

/// One thread per element.
template <class Kernel, class Struct, class Queue>
void launch(const Struct& s, std::size_t count, const Queue& queue) {
  if (count == 0) return;
  const auto blocks = static_cast<std::uint32_t>(divCeil(count, std::size_t{block_size}));
  queue.enqueue(onHost::ThreadSpec{Vec{blocks}, CVec<std::uint32_t, block_size>{}}, Kernel{}, s);
}

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  auto by_index = alpaka.in(Form::indices);
  by_index.add("stride/add", [](const StridedAdd<T>& s, const Queue& queue) {
    launch<Add<T>>(s, s.count, queue);
  });
  by_index.add("stride/copy", [](const StridedCopy<T>& s, const Queue& queue) {
    launch<Copy<T>>(s, s.count, queue);
  });
  by_index.add("stride/wrapped", [](const WrappedCopy<T>& w, const Queue& queue) {
    const bool fits = (w.n + block_size) * w.stride <= std::numeric_limits<std::uint32_t>::max();
    fits ? launch<Wrapped<std::uint32_t, T>>(w, w.n, queue)
         : launch<Wrapped<std::uint64_t, T>>(w, w.n, queue);
  });
  by_index.add("stride/read",
               [](const WrappedCopy<T>& w, const Queue& queue) { launch<Read<T>>(w, w.n, queue); });
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

}  // namespace tilebridge::alpaka3::stride_experiment
