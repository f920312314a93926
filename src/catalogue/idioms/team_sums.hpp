// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilebridge {

/// Sums of neighbouring elements. A block takes 256 elements at a time, `repeats` times one after
/// another.
template <class T>
struct TeamSums {
  static constexpr int block_size = 256;
  static constexpr int warp_size = 32;
  static constexpr int warps = block_size / warp_size;  // per block

  const T* in;  // blocks × repeats × block_size elements
  T* out;       // sums of every 256, of every 32 or of all elements, depending on the variant
  int blocks;
  int repeats;
};

}  // namespace tilebridge
