// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 elements per index of a range, as far apart as the range is long.
#include <algorithm>
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "backends/cuda/twice.hpp"
#include "catalogue/coalescing/vector_load.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::cuda::loops::vector_load_experiment {
namespace {

/// Thread i takes vectors i, i + threads, …, and the i-th of the elements that do not fill a
/// vector.
template <int width, int items, class T>
__global__ void scale(VectorScale<T> s, std::int64_t vectors, std::int64_t rest,
                      std::int64_t threads) {
  using Vector = VectorOf<T, width>;  // float, float2 or float4
  const auto* in = reinterpret_cast<const Vector*>(s.in);
  auto* out = reinterpret_cast<Vector*>(s.out);
  const std::int64_t i = index_in_range();
  if (i >= threads) return;
  Vector held[items] = {};
  for (int k = 0; k < items; ++k)
    if (i + k * threads < vectors) held[k] = in[i + k * threads];
  for (int k = 0; k < items; ++k)
    if (i + k * threads < vectors) out[i + k * threads] = twice(held[k]);
  const std::int64_t first = s.n - rest;
  if (i < rest) s.out[first + i] = twice(s.in[first + i]);
}

template <int width, class T>
void launch_scale(const VectorScale<T>& s, const LaunchShapes& followed, Stream stream) {
  const std::int64_t vectors = s.n / width, rest = s.n % width;
  with_items(s.items, [&]<int items>() {
    const std::int64_t threads = std::max((vectors + items - 1) / items, rest);
    for (const LaunchShape& shape : followed)
      launch(scale<width, items, T>, flat(shape), stream, s, vectors, rest, threads);
  });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, Half, BFloat16>([&]<class T>() {
    controls.add("vector_load/float1", launch_scale<1, T>);
    controls.add("vector_load/float2", launch_scale<2, T>);
    controls.add("vector_load/float4", launch_scale<4, T>);
  });
}

}  // namespace tilebridge::cuda::loops::vector_load_experiment
