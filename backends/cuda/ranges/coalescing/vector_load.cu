// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 floats per index of a range, as far apart as the range is long.
#include <algorithm>
#include <cstdint>

#include "backends/cuda/ranges/ranges.hpp"
#include "catalogue/coalescing/vector_load.hpp"

namespace tilebridge::cuda::ranges::vector_load_experiment {
namespace {

// [float1, float2, float4]
__device__ float twice(float v) { return 2 * v; }
__device__ float2 twice(float2 v) { return {2 * v.x, 2 * v.y}; }
__device__ float4 twice(float4 v) { return {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w}; }

/// Thread i takes vectors i, i + threads, …, and the i-th of the floats that do not fill a vector.
template <class Floats, int items>
__global__ void scale(VectorScale s, std::int64_t vectors, std::int64_t rest,
                      std::int64_t threads) {
  const auto* in = reinterpret_cast<const Floats*>(s.in);
  auto* out = reinterpret_cast<Floats*>(s.out);
  const std::int64_t i = index_in_range();
  if (i >= threads) return;
  Floats held[items] = {};
  for (int k = 0; k < items; ++k)
    if (i + k * threads < vectors) held[k] = in[i + k * threads];
  for (int k = 0; k < items; ++k)
    if (i + k * threads < vectors) out[i + k * threads] = twice(held[k]);
  const std::int64_t first = s.n - rest;
  if (i < rest) s.out[first + i] = 2 * s.in[first + i];
}

template <class Floats>
void launch_scale(const VectorScale& s, const LaunchShapes& followed, Stream stream) {
  constexpr std::size_t width = sizeof(Floats) / sizeof(float);
  const std::int64_t vectors = s.n / width, rest = s.n % width;
  with_items(s.items, [&](auto count) {
    constexpr int items = decltype(count)::value;
    const std::int64_t threads = std::max((vectors + items - 1) / items, rest);
    for (const LaunchShape& shape : followed)
      launch(scale<Floats, items>, flat(shape), stream, s, vectors, rest, threads);
  });
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls controls(native);
  controls.add("vector_load/float1", launch_scale<float>);
  controls.add("vector_load/float2", launch_scale<float2>);
  controls.add("vector_load/float4", launch_scale<float4>);
}

}  // namespace tilebridge::cuda::ranges::vector_load_experiment
