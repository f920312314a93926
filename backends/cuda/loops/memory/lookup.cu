// SPDX-License-Identifier: Apache-2.0
// One position per index of a range.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "catalogue/memory/lookup.hpp"

namespace tilebridge::cuda::loops::lookup_experiment {
namespace {

/// Entry `i` of the table continued beyond its ends.
template <Beyond beyond>
__device__ float entry(const Lookup& t, int i) {
  if constexpr (beyond == Beyond::clamp) {
    return t.table[i < 0 ? 0 : i < t.size ? i : t.size - 1];
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
__device__ float value_at(const Lookup& t, float position) {
  const float place = position * static_cast<float>(t.size) - 0.5F;
  const float left = floorf(place);
  const float a = entry<beyond>(t, static_cast<int>(left));
  const float b = entry<beyond>(t, static_cast<int>(left) + 1);
  return a + (place - left) * (b - a);
}

template <Beyond beyond>
__global__ void look_up(Lookup t) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(t.n)) t.out[i] = value_at<beyond>(t, t.position[i]);
}

void by_hand(const Lookup& t, const LaunchShapes& followed, Stream stream) {
  with_constant(t.beyond, [&](auto beyond) { flat(look_up<beyond>)(t, followed, stream); });
}

}  // namespace

void register_kernels(NativeKernels& native) { Controls(native).add("lookup/by_hand", by_hand); }

}  // namespace tilebridge::cuda::loops::lookup_experiment
