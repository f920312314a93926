// SPDX-License-Identifier: Apache-2.0
// `items` vectors of 1, 2 or 4 elements per thread.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/twice.hpp"
#include "catalogue/coalescing/vector_load.hpp"
#include "catalogue/half.hpp"

namespace tilebridge::cuda::vector_load_experiment {
namespace {

template <int width, int items, int block_size, class T>
__global__ void scale(VectorScale<T> s) {
  using Vector = VectorOf<T, width>;  // float, float2 or float4
  const auto* in = reinterpret_cast<const Vector*>(s.in);
  auto* out = reinterpret_cast<Vector*>(s.out);
  const std::size_t vectors = s.n / width;  // full vectors only
  const std::size_t first = blockIdx.x * std::size_t{block_size * items} + threadIdx.x;

  Vector held[items];
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
  if (width > 1 && blockIdx.x == 0 && i < s.n) s.out[i] = twice(s.in[i]);
}

constexpr int block_size = 256;

template <int width, class T>
void launch(const VectorScale<T>& s, Stream stream) {
  if (s.n == 0) return;
  with_items(s.items, [&]<int items>() {
    const std::size_t blocks = ceil_div(s.n, std::size_t{width} * block_size * items);
    scale<width, items, block_size><<<blocks, block_size, 0, stream>>>(s);
  });
}

constexpr int small_block = 128;

template <class T>
void launch_small_blocks(const VectorScale<T>& s, Stream stream) {
  constexpr std::size_t width = pack_width<T>;
  const std::size_t blocks = ceil_div(s.n, width * small_block);
  if (s.n > 0) scale<width, 1, small_block><<<blocks, small_block, 0, stream>>>(s);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, Half, BFloat16>([&]<class T>() {
    native.add("vector_load/float1", launch<1, T>);
    native.add("vector_load/float2", launch<2, T>);
    native.add("vector_load/float4", launch<4, T>);
    native.add("vector_load/float4_small_blocks", launch_small_blocks<T>);
  });
}

}  // namespace tilebridge::cuda::vector_load_experiment
