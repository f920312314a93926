// SPDX-License-Identifier: Apache-2.0
// Floating-point numbers of 16 bits, stored as such. Kernels on GPUs compute in their own types of
// the same bits; hosts, which have none in C++20, in float.
#pragma once

#include <bit>
#include <cstdint>

namespace tilebridge {

/// IEEE 754 binary16: __half.
struct Half {
  static constexpr int digits = 11;  // of the significand
  std::uint16_t bits;

  /// `value` must be one that it holds exactly, and normal or zero.
  static constexpr Half of(float value) {
    const auto wide = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t magnitude = wide & 0x7fffffffU;
    const std::uint32_t narrow = magnitude == 0 ? 0 : (magnitude - bias) >> 13U;
    return {static_cast<std::uint16_t>((wide >> 16U & 0x8000U) | narrow)};
  }
  /// Subnormal numbers, which no experiment has, are not read correctly.
  constexpr explicit operator float() const {
    const std::uint32_t sign = (bits & 0x8000U) << 16U;
    const std::uint32_t magnitude = (bits & 0x7fffU) << 13U;
    const std::uint32_t infinity = 0x7c00U << 13U;
    if (magnitude == 0) return std::bit_cast<float>(sign);
    return std::bit_cast<float>(sign | (magnitude < infinity ? magnitude + bias : 0x7fc00000U));
  }
  constexpr explicit operator double() const { return static_cast<float>(*this); }

 private:
  static constexpr std::uint32_t bias = (127U - 15U) << 23U;
};

/// The upper half of a float: __nv_bfloat16.
struct BFloat16 {
  static constexpr int digits = 8;
  std::uint16_t bits;

  /// `value` must be one that it holds exactly.
  static constexpr BFloat16 of(float value) {
    return {static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(value) >> 16U)};
  }
  constexpr explicit operator float() const {
    return std::bit_cast<float>(std::uint32_t{bits} << 16U);
  }
  constexpr explicit operator double() const { return static_cast<float>(*this); }
};

/// Whether T is one of them.
template <class T>
constexpr bool is_short = sizeof(T) == sizeof(std::uint16_t);

}  // namespace tilebridge
