// SPDX-License-Identifier: Apache-2.0
// Inclusive scans: of 1024 elements per block in shared memory, by index, or alpaka's own of all
// elements (range_scan).
#include "catalogue/tiling/scan.hpp"

#include <algorithm>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::scan_experiment {
namespace {

/// alpaka scans blocks of 2048 elements, and then their sums, for which it takes memory.
template <class T, class Queue>
auto range_scan(const Scan<T>& s, const Queue& queue) {
  const std::size_t bytes = onHost::getScanBufferSize<T>(Vec{s.n}).x();
  auto sums = onHost::alloc<std::byte>(queue.getDevice(), Vec{std::max(bytes, sizeof(T))});
  return [s, queue, bytes, sums]() mutable {
    with_extents<T>(Vec{s.n}, [&](const auto& extents) {
      using Index = index_t<decltype(extents)>;
      auto buffer = makeView(queue, onHost::data(sums), Vec{static_cast<Index>(bytes)});
      // It takes arrays of the same type, of which it writes the output alone.
      const auto in = makeView(queue, const_cast<T*>(s.in), extents);
      auto out = makeView(queue, s.out, extents);
      // It does not compile with exec::anyExecutor.
      const auto executor = onHost::defaultExecutor(queue.getDevice());
      onHost::inclusiveScan(queue, executor, buffer, out, in);
    });
  };
}

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  alpaka.add_prepared("scan/range_scan", range_scan<T, Queue>);
}

}  // namespace

// Kernels by block and thread index.
namespace by_index {
namespace {

constexpr std::uint32_t elements = ScanBlocks::elements;
constexpr std::uint32_t threads = ScanBlocks::threads;

template <class T>
struct HillisSteele {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Scan<T> s) const {
    auto segment =
        onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, 2 * elements>{});

    const std::uint32_t thread = acc[layer::thread].idx().x();
    const std::size_t first = acc[layer::block].idx().x() * std::size_t{elements};
    for (std::uint32_t i = thread; i < elements; i += threads)
      segment[i] = first + i < s.n ? s.in[first + i] : T{0};
    onAcc::syncBlockThreads(acc);
    std::uint32_t from = 0, to = elements;  // where the two arrays begin
    for (std::uint32_t distance = 1; distance < elements; distance *= 2) {
      for (std::uint32_t i = thread; i < elements; i += threads) {
        const T below = i < distance ? T{0} : T{segment[from + i - distance]};
        segment[to + i] = segment[from + i] + below;
      }
      onAcc::syncBlockThreads(acc);
      from = to;
      to = elements - to;
    }
    for (std::uint32_t i = thread; i < elements; i += threads)
      if (first + i < s.n) s.out[first + i] = segment[from + i];
  }
};

/// Sums up a tree, and down again.
template <class T>
struct Blelloch {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Scan<T> s) const {
    constexpr std::uint32_t spread_elements = ScanBlocks::spread_elements<T>;
    auto segment =
        onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, spread_elements>{});
    const auto at = [&](std::uint32_t i) -> T& {
      return segment[i + i / ScanBlocks::spare_after<T>];  // spread over the banks
    };

    const std::uint32_t thread = acc[layer::thread].idx().x();
    const std::size_t first = acc[layer::block].idx().x() * std::size_t{elements};
    for (std::uint32_t i = thread; i < elements; i += threads)
      at(i) = first + i < s.n ? s.in[first + i] : T{0};
    onAcc::syncBlockThreads(acc);
    TILEBRIDGE_UNROLL
    for (std::uint32_t distance = 1; distance < elements; distance *= 2) {
      const std::uint32_t pairs = elements / (2 * distance);
      for (std::uint32_t k = 0; k * threads < pairs; ++k) {
        const std::uint32_t pair = k * threads + thread;
        const std::uint32_t left = (2 * pair + 1) * distance - 1;
        if (pair < pairs) at(left + distance) += at(left);
      }
      onAcc::syncBlockThreads(acc);
    }
    TILEBRIDGE_UNROLL
    for (std::uint32_t distance = elements / 4; distance > 0; distance /= 2) {
      const std::uint32_t pairs = elements / (2 * distance) - 1;
      for (std::uint32_t k = 0; k * threads < pairs; ++k) {
        const std::uint32_t pair = k * threads + thread;
        const std::uint32_t left = (2 * pair + 2) * distance - 1;
        if (pair < pairs) at(left + distance) += at(left);
      }
      onAcc::syncBlockThreads(acc);
    }
    for (std::uint32_t i = thread; i < elements; i += threads)
      if (first + i < s.n) s.out[first + i] = at(i);
  }
};

template <class Kernel, class T, class Queue>
void scan_blocks(const Scan<T>& s, const Queue& queue) {
  const auto blocks = static_cast<std::uint32_t>(ScanBlocks::count(s.n));
  if (blocks == 0) return;
  queue.enqueue(onHost::ThreadSpec{Vec{blocks}, CVec<std::uint32_t, threads>{}}, Kernel{}, s);
}

template <class T, class Queue>
void add_of(AlpakaKernels<Queue>& alpaka) {
  auto by_index = alpaka.in(Form::indices);
  by_index.add("scan/block_hillis_steele", scan_blocks<HillisSteele<T>, T, Queue>);
  by_index.add("scan/block_blelloch", scan_blocks<Blelloch<T>, T, Queue>);
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

}  // namespace tilebridge::alpaka3::scan_experiment
