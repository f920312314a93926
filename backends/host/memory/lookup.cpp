// SPDX-License-Identifier: Apache-2.0
// A host has no textures.
#include "catalogue/memory/lookup.hpp"

#include <algorithm>
#include <cmath>

#include "backends/host/native.hpp"

namespace tilebridge::host::lookup_experiment {
namespace {

/// Entry `i` of the table continued beyond its ends.
template <Beyond beyond>
float entry(const Lookup& t, int i) {
  if constexpr (beyond == Beyond::clamp) {
    return t.table[std::clamp(i, 0, t.size - 1)];
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
float value_at(const Lookup& t, float position) {
  const float place = position * static_cast<float>(t.size) - 0.5F;
  const float left = std::floor(place);
  const float a = entry<beyond>(t, static_cast<int>(left));
  const float b = entry<beyond>(t, static_cast<int>(left) + 1);
  return a + (place - left) * (b - a);
}

void by_hand(const Lookup& t, Threads threads) {
  with_constant(t.beyond, [&](auto beyond) {
#pragma omp parallel for num_threads(threads)
    for (std::size_t i = 0; i < t.n; ++i) t.out[i] = value_at<beyond>(t, t.position[i]);
  });
}

}  // namespace

void register_kernels(NativeKernels& native) { native.add("lookup/by_hand", by_hand); }

}  // namespace tilebridge::host::lookup_experiment
