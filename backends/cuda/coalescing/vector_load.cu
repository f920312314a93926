// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 floats per thread.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/coalescing/vector_load.hpp"

namespace tilebridge::cuda::vector_load_experiment {
namespace {

// [*]
__device__ float twice(float v) { return 2 * v; }
__device__ float2 twice(float2 v) { return {2 * v.x, 2 * v.y}; }
__device__ float4 twice(float4 v) { return {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w}; }

/// `Floats` is float, float2 or float4.
template <class Floats>
constexpr std::size_t width_of = sizeof(Floats) / sizeof(float);

template <class Floats, int items, int block_size>
__global__ void scale(VectorScale s) {
  constexpr std::size_t width = width_of<Floats>;
  const auto* in = reinterpret_cast<const Floats*>(s.in);
  auto* out = reinterpret_cast<Floats*>(s.out);
  const std::size_t vectors = s.n / width;  // full vectors only
  const std::size_t first = blockIdx.x * std::size_t{block_size * items} + threadIdx.x;

  Floats held[items];
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const std::size_t v = first + k * block_size;
    if (v < vectors) held[k] = in[v];
  }
#pragma unroll
  for (int k = 0; k < items; ++k) {
    const std::size_t v = first + k * block_size;
    if (v < vectors) out[v] = twice(held[k]);
  }
  const std::size_t i = vectors * width + threadIdx.x;  // not a full vector
  if (width > 1 && blockIdx.x == 0 && i < s.n) s.out[i] = 2 * s.in[i];
}

// [float1, float2, float4]
constexpr int block_size = 256;

template <class Floats>
void launch(const VectorScale& s, Stream stream) {
  if (s.n == 0) return;
  with_items(s.items, [&](auto count) {
    constexpr int items = decltype(count)::value;
    const std::size_t blocks = ceil_div(s.n, width_of<Floats> * block_size * items);
    scale<Floats, items, block_size><<<blocks, block_size, 0, stream>>>(s);
  });
}

// [float4_small_blocks]
constexpr int small_block = 128;

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("vector_load/float1", launch<float>);
  native.add("vector_load/float2", launch<float2>);
  native.add("vector_load/float4", launch<float4>);
  native.add("vector_load/float4_small_blocks", [](const VectorScale& s, Stream stream) {
    const std::size_t blocks = ceil_div(s.n, width_of<float4> * small_block);
    if (s.n > 0) scale<float4, 1, small_block><<<blocks, small_block, 0, stream>>>(s);
  });
}

}  // namespace tilebridge::cuda::vector_load_experiment
