// SPDX-License-Identifier: Apache-2.0
// One position per thread. The kernel interpolates and continues the table, or the texture unit
// does both.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/textures.hpp"
#include "catalogue/memory/lookup.hpp"

namespace tilebridge::cuda::lookup_experiment {
namespace {

constexpr int block_size = 256;

/// Entry `i` of the table continued beyond its ends.
template <Beyond beyond>
__device__ float entry(const Lookup& t, int i) {
  if constexpr (beyond == Beyond::clamp) {
    return t.table[min(max(i, 0), t.size - 1)];
  } else if constexpr (beyond == Beyond::wrap) {
    return t.table[wrapped(i, t.size)];
  } else if constexpr (beyond == Beyond::mirror) {
    const int k = wrapped(i, 2 * t.size);
    return t.table[k < t.size ? k : 2 * t.size - 1 - k];
  } else {
    return i >= 0 && i < t.size ? t.table[i] : 0;
  }
}

template <Beyond beyond>
__global__ void by_hand(Lookup t) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i >= t.n) return;
  const float place = t.position[i] * t.size - 0.5F;
  const float left = floorf(place);
  const float a = entry<beyond>(t, static_cast<int>(left));
  const float b = entry<beyond>(t, static_cast<int>(left) + 1);
  t.out[i] = a + (place - left) * (b - a);
}

void launch_by_hand(const Lookup& t, Stream stream) {
  if (t.n == 0) return;
  with_constant(t.beyond, [&](auto beyond) {
    by_hand<beyond><<<ceil_div(t.n, block_size), block_size, 0, stream>>>(t);
  });
}

__global__ void texture_1d(Lookup t, cudaTextureObject_t table) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < t.n) t.out[i] = tex1D<float>(table, t.position[i]);
}

cudaTextureAddressMode mode_of(Beyond beyond) {
  switch (beyond) {
    case Beyond::clamp:
      return cudaAddressModeClamp;
    case Beyond::wrap:
      return cudaAddressModeWrap;
    case Beyond::mirror:
      return cudaAddressModeMirror;
    case Beyond::border:
      break;
  }
  return cudaAddressModeBorder;  // 0, unless a colour is given
}

auto prepare_texture_1d(const Lookup& t, Stream stream) {
  check_textures();
  cudaTextureDesc reading{};
  reading.addressMode[0] = mode_of(t.beyond);
  reading.filterMode = cudaFilterModeLinear;
  reading.readMode = cudaReadModeElementType;
  reading.normalizedCoords = 1;  // without which there is neither wrap nor mirror
  const TextureObject table = texture_of_copy(t.table, 0, t.size, reading, stream);
  return [t, table, stream] {
    if (t.n > 0) texture_1d<<<ceil_div(t.n, block_size), block_size, 0, stream>>>(t, *table);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("lookup/by_hand", launch_by_hand);
  native.add_prepared("lookup/texture_1d", prepare_texture_1d);
}

}  // namespace tilebridge::cuda::lookup_experiment
