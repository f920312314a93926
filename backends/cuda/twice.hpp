// SPDX-License-Identifier: Apache-2.0
// Vectors of elements, and twice what they hold.
#pragma once

#include "backends/cuda/pack.hpp"
#include "backends/cuda/runtime.hpp"
#include "catalogue/half.hpp"
#ifndef TILEBRIDGE_WITH_HIP
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#endif

namespace tilebridge::cuda {

// [shown]
template <class T, int width>
struct VectorType {
  using type = Pack<T, width>;
};
template <class T>
struct VectorType<T, 1> {
  using type = T;
};
template <>
struct VectorType<float, 2> {
  using type = float2;
};
template <>
struct VectorType<float, 4> {
  using type = float4;
};
/// `width` elements that a thread loads at once.
template <class T, int width>
using VectorOf = typename VectorType<T, width>::type;

__device__ inline float twice(float v) { return 2 * v; }
__device__ inline float2 twice(float2 v) { return {2 * v.x, 2 * v.y}; }
__device__ inline float4 twice(float4 v) { return {2 * v.x, 2 * v.y, 2 * v.z, 2 * v.w}; }
#ifdef TILEBRIDGE_WITH_HIP
template <class Short>
__device__ Short twice(Short v) {
  return Short::of(2 * static_cast<float>(v));
}
#else
__device__ inline Half twice(Half v) {
  const __half half = __ushort_as_half(v.bits);
  return {__half_as_ushort(__hadd(half, half))};
}
__device__ inline BFloat16 twice(BFloat16 v) {
  const __nv_bfloat16 half = __ushort_as_bfloat16(v.bits);
  return {__bfloat16_as_ushort(__hadd(half, half))};
}
#endif
template <class T, int width>
__device__ Pack<T, width> twice(const Pack<T, width>& v) {
  Pack<T, width> doubled;
  for (int j = 0; j < width; ++j) doubled.values[j] = twice(v.values[j]);
  return doubled;
}

}  // namespace tilebridge::cuda
