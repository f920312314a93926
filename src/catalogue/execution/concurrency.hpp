// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tilebridge {

// [shown]
/// Small kernels that do not depend on one another. Kernel k makes, for i < words,
/// out[k · words + i] of in[k · words + i] by `steps` times x = scrambled(x), which is a step of
/// Marsaglia's xorshift generator of 32 bits (J. Stat. Softw. 8(14), 2003), with shifts by 13, 17
/// and 5.
struct SmallTasks {
  const std::uint32_t* in;  // kernels × words
  std::uint32_t* out;       // the same
  int kernels;
  int words;    // of a kernel
  int steps;    // each dependent on the previous one
  int streams;  // that kernels are launched to, one after another
  int threads;  // of the host that launch, each to streams of its own

  static constexpr std::uint32_t scrambled(std::uint32_t x) {
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    return x;
  }

  bool is_launched_by(int kernel, int thread) const { return kernel % streams % threads == thread; }
};

}  // namespace tilebridge
