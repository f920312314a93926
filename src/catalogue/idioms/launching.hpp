// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

// [shown]
/// Small kernels, one after another. Kernel k copies words k · words + i for i < words, as they are
/// or moved round:
///
/// out[k · words + i] = in[k · words + i]
/// out[k · words + i] = in[k · words + other(i)]
///
/// where other(i) = i + 129 (mod 256).
struct SmallKernels {
  static constexpr int block_size = 256;
  /// Word i of a kernel is moved from its word other(i).
  static constexpr auto other(auto i) { return (i + (block_size / 2 + 1)) % block_size; }

  const std::uint32_t* in;  // kernels × words
  std::uint32_t* out;       // kernels × words
  int kernels;
  int words;  // of a kernel: 1 or block_size
};

template <int count>
struct Factors {
  std::uint32_t values[count];
};

/// Numbers of factors of 64 bytes, 256 bytes, 1 KiB and 3.5 KiB. The last leaves a kernel's
/// argument below 4 KiB, CUDA's limit before 12.1.
inline constexpr int factors_64 = 16;
inline constexpr int factors_256 = 64;
inline constexpr int factors_1k = 256;
inline constexpr int factors_4k = 896;

/// Copies with factors: out[k · words + i] = in[k · words + i] · factor[k mod count]
template <int count>
struct KernelsWithFactors {
  SmallKernels kernels;
  Factors<count> factors;     // to be handed over with each launch
  const std::uint32_t* kept;  // these factors, on the device
};

}  // namespace tilebridge
