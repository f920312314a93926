// SPDX-License-Identifier: Apache-2.0
// One word per index, from places that are further apart than a sector. alpaka does not say how
// much L2 fetches: a program sets CUDA's limit around its kernels.
#include "catalogue/memory/fetch_granularity.hpp"

#include <cstdint>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"
#include "backends/cache/fetch_limit.hpp"

namespace tilebridge::alpaka3::fetch_granularity_experiment {
namespace {

using Word = std::uint32_t;

struct Strided {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in, auto stride) const {
    for (auto [i] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = in[i * stride];
  }
};

template <class Queue>
void strided(const SparseReads& r, const Queue& queue) {
  with_extents<Word>(Vec{static_cast<std::size_t>(r.count * r.stride)}, [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const Vec count{static_cast<Index>(r.count)};
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, count), Strided{},
                  makeView(queue, r.out, count), makeView(queue, r.in, extents),
                  static_cast<Index>(r.stride));
  });
}

struct Random {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::IMdSpan auto out,
                                const concepts::IDataSource auto& in,
                                const concepts::IDataSource auto& index, auto stride) const {
    for (auto [i] :
         onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{out.getExtents()}))
      out[i] = in[index[i] * stride];
  }
};

template <class Queue>
void random(const SparseReads& r, const Queue& queue) {
  with_extents<Word>(Vec{static_cast<std::size_t>(r.count * r.stride)}, [&](const auto& extents) {
    using Index = index_t<decltype(extents)>;
    const Vec count{static_cast<Index>(r.count)};
    queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, count), Random{},
                  makeView(queue, r.out, count), makeView(queue, r.in, extents),
                  makeView(queue, r.index, count), static_cast<Index>(r.stride));
  });
}

/// On a host the limit has no meaning.
template <class Queue, void (*launch)(const SparseReads&, const Queue&)>
auto prepare(const SparseReads& r, const Queue& queue) {
  return [r, queue, limit = cache::fetch_limit(is_host<Queue> ? 0 : r.granularity)] {
    limit->ensure();
    if (r.count > 0) launch(r, queue);
  };
}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  alpaka.add_prepared("fetch_granularity/strided", prepare<Queue, strided<Queue>>);
  alpaka.add_prepared("fetch_granularity/random", prepare<Queue, random<Queue>>);
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::fetch_granularity_experiment
