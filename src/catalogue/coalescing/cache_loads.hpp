// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

// [shown]
/// Which element of `in` becomes result i.
enum class LoadPattern {
  aligned,     // i: a warp reads 128 bytes from a line's beginning on
  misaligned,  // i + 1
  strided,  // in the piece of 256 elements that holds i, element r = i mod 256 reads r mod 32 · 8
            // + r / 32: lanes are a sector apart, and the piece's eight warps read the same ones
  scattered,  // element i mod 256 of a piece that a hash of i names
};

/// The option that ptxas gets for a file's ordinary loads: none, -dlcm=ca, -dlcm=cg.
enum class LoadOption { none, ca, cg };

/// out[i] = in[source(i)] for i < n. All patterns but `scattered` read nearly the same elements of
/// `in`, each once, so what differs is which lane reads them, and when.
struct PatternedCopy {
  static constexpr int piece = 256;  // elements
  static constexpr int stride = 8;   // elements: a sector
  /// Scattered: the hash of i is i · multiplier mod 2⁶⁴, the golden section's fraction of 2⁶⁴.
  static constexpr unsigned long long multiplier = 0x9E3779B97F4A7C15;

  const float* in;  // pieces · 256 + 1 elements, aligned as the allocator aligns
  float* out;       // n elements, aligned likewise
  std::size_t n;
  std::size_t pieces;  // ⌈n / 256⌉
  LoadPattern pattern;

  /// The element of `in` that becomes result i.
  template <class Index>
  static constexpr Index source(LoadPattern pattern, Index pieces, Index i) {
    constexpr int rows = piece / stride;
    const Index place = i % piece;
    switch (pattern) {
      case LoadPattern::aligned:
        return i;
      case LoadPattern::misaligned:
        return i + 1;
      case LoadPattern::strided:
        return i - place + place % rows * stride + place / rows;
      case LoadPattern::scattered:
        break;
    }
    const unsigned long long hash = i * multiplier >> 32;
    return (hash * pieces >> 32) * piece + place;
  }
};

}  // namespace tilebridge
