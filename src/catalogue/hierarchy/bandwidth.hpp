// SPDX-License-Identifier: Apache-2.0
// Other experiments are compared with these rates.
#pragma once

#include <cstddef>
#include <cstdint>

#include "catalogue/fma_chain.hpp"

namespace tilebridge {

// [shown]
/// *result = Σ in[i] for i < n
struct ReadBandwidth {
  static constexpr int block_size = 256;
  static constexpr int loads = 8;  // 16-byte loads in flight per thread

  const float* in;  // n elements, 16-byte aligned
  float* result;    // one element; implementations set it to zero themselves
  std::size_t n;    // a multiple of 4
};

/// out[i] = i mod 2^16 for i < n
struct WriteBandwidth {
  float* out;     // n elements, 16-byte aligned
  std::size_t n;  // a multiple of 4
};

/// out[i] = in[i] for i < n
struct CopyBandwidth {
  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;
};

/// *result = passes · Σ in[i] for i < n (mod 2³²)
struct CachedRead {
  const std::uint32_t* in;  // n elements, 16-byte aligned
  std::uint32_t* result;    // one element; implementations set it to zero themselves
  std::size_t n;            // a multiple of 4
  int passes;
};

/// Thread t of a block reads `loads` vectors of 4 words per pass, adjacent to those of the other
/// lanes of its warp: out[b·512 + t] = Σ in[4·((t + 32·p) mod 512 + 512·k) + j] over p < passes, k
/// < loads, j < 4 (mod 2³²).
struct BlockRead {
  const std::uint32_t* in;  // `words` words, which every block reads
  std::uint32_t* out;       // n elements, one per thread
  std::size_t n;
  int passes;

  static constexpr int block_size = 512;
  static constexpr int loads = 4;
  static constexpr int vectors = loads * block_size;
  static constexpr int words = 4 * vectors;  // 32 KiB

  /// Index of the first vector that a thread reads in a pass. Each pass moves on by a warp, because
  /// otherwise a compiler might read only once.
  static constexpr auto first_vector(auto thread, auto pass) {
    return (thread + 32 * pass) & (block_size - 1);
  }
};

/// All lanes of a warp read the same word at a time: out[i] = i mod 32 + Σ in[(16·p + k) mod words]
/// over p < passes, k < 16.
struct BroadcastRead {
  const float* in;  // `words` words, 16-byte aligned: whole numbers from 0 to most
  float* out;       // n elements, one per thread
  std::size_t n;
  int passes;

  static constexpr int words = 512;  // 2 KiB, a power of two
  static constexpr int words_per_pass = 16;
  static constexpr int lanes = 32;
  static constexpr int most = 15;
};

}  // namespace tilebridge
