// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 elements per index: views of an aligned struct.
#include "catalogue/coalescing/vector_load.hpp"

#include <algorithm>
#include <type_traits>

#include "backends/alpaka/alpaka.hpp"
#include "backends/alpaka/execution.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::alpaka3::vector_load_experiment {
namespace {

struct alignas(2 * sizeof(float)) Two {
  float x, y;
};
struct alignas(4 * sizeof(float)) Four {
  float x, y, z, w;
};

constexpr float twice(float v) { return v + v; }
constexpr Two twice(const Two& v) { return {twice(v.x), twice(v.y)}; }
constexpr Four twice(const Four& v) { return {twice(v.x), twice(v.y), twice(v.z), twice(v.w)}; }

/// Index i takes vectors i, i + threads, …, and the i-th of the elements that do not fill a vector.
template <int items>
struct Scale {
  ALPAKA_FN_ACC void operator()(const onAcc::concepts::Acc auto& acc, concepts::Vector auto threads,
                                concepts::IMdSpan auto out, const concepts::IDataSource auto& in,
                                concepts::IMdSpan auto out_rest,
                                const concepts::IDataSource auto& in_rest) const {
    const auto vectors = in.getExtents().x();
    for (auto [i] : onAcc::makeIdxMap(acc, onAcc::worker::threadsInGrid, IdxRange{threads})) {
      std::remove_cvref_t<decltype(*out.data())> held[items] = {};
      for (int k = 0; k < items; ++k)
        if (i + k * threads.x() < vectors) held[k] = in[i + k * threads.x()];
      for (int k = 0; k < items; ++k)
        if (i + k * threads.x() < vectors) out[i + k * threads.x()] = twice(held[k]);
      if (i < in_rest.getExtents().x()) out_rest[i] = twice(in_rest[i]);
    }
  }
};

template <class Vector, class Queue>
void scale(const VectorScale<float>& s, const Queue& queue) {
  with_items(s.items, [&]<int items>() {
    with_extents<float>(Vec{s.n}, [&](const auto& extents) {
      using Index = index_t<decltype(extents)>;
      const Index width = sizeof(Vector) / sizeof(float), n = extents.x();
      const Vec vectors{n / width}, rest{n % width};
      const Vec threads{std::max(divCeil(n / width, Index{items}), n % width)};
      queue.enqueue(onHost::getFrameSpec(queue.getDevice(), exec::anyExecutor, threads),
                    Scale<items>{}, threads,
                    makeView(queue, reinterpret_cast<Vector*>(s.out), vectors),
                    makeView(queue, reinterpret_cast<const Vector*>(s.in), vectors),
                    makeView(queue, s.out + vectors.x() * width, rest),
                    makeView(queue, s.in + vectors.x() * width, rest));
    });
  });
}

constexpr kernels::Feature half = {false, "alpaka has no numbers of 16 bits"};

template <class T, class Queue>
void none(const VectorScale<T>& /*s*/, const Queue& /*queue*/) {}

}  // namespace

template <class Queue>
void register_kernels(AlpakaKernels<Queue>& alpaka) {
  alpaka.add("vector_load/float1", scale<float, Queue>);
  alpaka.add("vector_load/float2", scale<Two, Queue>);
  alpaka.add("vector_load/float4", scale<Four, Queue>);
  kernels::for_types<Half, BFloat16>([&]<class T>() {
    alpaka.add("vector_load/float1", none<T, Queue>, half);
    alpaka.add("vector_load/float2", none<T, Queue>, half);
    alpaka.add("vector_load/float4", none<T, Queue>, half);
  });
}

TILEBRIDGE_INSTANTIATE(register_kernels);

}  // namespace tilebridge::alpaka3::vector_load_experiment
