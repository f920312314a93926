// SPDX-License-Identifier: Apache-2.0
// Elements that are loaded together.
#pragma once

namespace tilebridge::cuda {

// [shown]
/// Elements in a 16-byte vector, the largest that a thread can load at once.
template <class T>
constexpr int pack_width = 16 / sizeof(T);

/// `width` elements that a thread can load at once, like float2, float4 and uint4.
template <class T, int width = pack_width<T>>
struct alignas(width * sizeof(T)) Pack {
  T values[width];
};

}  // namespace tilebridge::cuda
