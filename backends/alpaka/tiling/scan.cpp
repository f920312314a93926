// SPDX-License-Identifier: Apache-2.0
// Inclusive scans: of 1024 elements per block in shared memory, by index, or alpaka's own of all
// elements (range_scan).
#include "catalogue/tiling/scan.hpp"

#include <algorithm>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"

namespace tilebridge::alpaka3::scan_experiment {
namespace {

/// alpaka scans blocks of 2048 elements, and then their sums, which need a buffer.
template <class T, class Queue>
auto range_scan(const Scan<T>& s, const Queue& queue) {
  const std::size_t bytes = onHost::getScanBufferSize<T>(Vec{s.n}).x();
  auto sums = onHost::alloc<std::byte>(queue.getDevice(), Vec{std::max(bytes, sizeof(T))});
  return [s, queue, bytes, sums]() mutable {
    with_extents<T>(Vec{s.n}, [&](const auto& extents) {
      using Index = index_t<decltype(extents)>;
      auto buffer = makeView(queue, onHost::data(sums), Vec{static_cast<Index>(bytes)});
      // The scan takes two arrays of one type and writes only the output.
      const auto in = makeView(queue, const_cast<T*>(s.in), extents);
      auto out = makeView(queue, s.out, extents);
      // The scan does not compile with exec::anyExecutor.
      const auto executor = onHost::defaultExecutor(queue.getDevice());
      onHost::inclusiveScan(queue, executor, buffer, out, in);
    });
  };
}

constexpr std::uint32_t elements = ScanBlocks::elements;
constexpr std::uint32_t threads = ScanBlocks::threads;

template <class T>
struct HillisSteeleByIndex {
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

/// Adds pairs of elements up a tree of sums, and down again.
template <class T>
struct BlellochByIndex {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, Scan<T> s) const {
    constexpr std::uint32_t spread_elements = ScanBlocks::spread_elements<T>;
    auto segment =
        onAcc::declareSharedMdArray<T, uniqueId()>(acc, CVec<std::uint32_t, spread_elements>{});
    const std::uint32_t thread = acc[layer::thread].idx().x();
    const auto at = [&](std::uint32_t i) -> T& { return segment[ScanBlocks::place<T>(i)]; };
    const auto add_pairs = [&](std::uint32_t distance, std::uint32_t ends) {
      const std::uint32_t pairs = ScanBlocks::pairs(distance, ends);
      for (std::uint32_t k = 0; k * threads < pairs; ++k) {
        const std::uint32_t pair = k * threads + thread;
        const std::uint32_t left = ScanBlocks::left(pair, distance, ends);
        if (pair < pairs) at(left + distance) += at(left);
      }
      onAcc::syncBlockThreads(acc);
    };

    const std::size_t first = acc[layer::block].idx().x() * std::size_t{elements};
    for (std::uint32_t i = thread; i < elements; i += threads)
      at(i) = first + i < s.n ? s.in[first + i] : T{0};
    onAcc::syncBlockThreads(acc);
    TILEBRIDGE_UNROLL
    for (std::uint32_t distance = 1; distance < elements; distance *= 2) add_pairs(distance, 1U);
    TILEBRIDGE_UNROLL
    for (std::uint32_t distance = elements / 4; distance > 0; distance /= 2)
      add_pairs(distance, 2U);
    for (std::uint32_t i = thread; i < elements; i += threads)
      if (first + i < s.n) s.out[first + i] = at(i);
  }
};

template <class Kernel, class T, class Queue>
void scan_by_index(const Scan<T>& s, const Queue& queue) {
  const auto blocks = static_cast<std::uint32_t>(ScanBlocks::count(s.n));
  if (blocks == 0) return;
  queue.enqueue(onHost::ThreadSpec{Vec{blocks}, CVec<std::uint32_t, threads>{}}, Kernel{}, s);
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  const auto by_index = alpaka.in(Form::indices);
  kernels::for_types<float, double>([&]<class T>() {
    alpaka.add_prepared("scan/range_scan", range_scan<T, Queue>);
    if constexpr (!is_host<Queue>) {
      by_index.add("scan/block_hillis_steele", scan_by_index<HillisSteeleByIndex<T>, T, Queue>);
      by_index.add("scan/block_blelloch", scan_by_index<BlellochByIndex<T>, T, Queue>);
    }
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::scan_experiment
