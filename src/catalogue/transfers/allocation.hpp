// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "catalogue/pages.hpp"

namespace tilebridge {

/// Each step in turn writes a buffer of n elements: buffer[i] = in[i] + step, out[i] = 2·buffer[i]
struct Allocation {
  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;    // at least 1
  int steps;        // counted from 0
};

/// In each step the host uses one number on each page of a buffer, number i with in[i] and out[i].
struct HostAllocation {
  const float* in;    // one element per page, in host memory
  float* out;         // one element per page, in host memory
  std::size_t bytes;  // of the buffer, at least 4
  int steps;          // counted from 0

  static std::size_t pages(std::size_t bytes) { return (bytes + page_bytes - 1) / page_bytes; }

  /// The host does this in a step. It touches each page, which then needs memory.
  void use(void* buffer, int step) const {
    volatile auto* const numbers = static_cast<float*>(buffer);
    constexpr std::size_t per_page = page_bytes / sizeof(float);
    for (std::size_t page = 0; page < pages(bytes); ++page) {
      numbers[page * per_page] = in[page] + static_cast<float>(step);
      out[page] = 2 * numbers[page * per_page];
    }
  }
};

/// Each step writes its mark to all n words of a buffer, and frees it. Nobody writes the next
/// buffer that is allocated: kept[step] = how many of its words are that mark.
struct OldContents {
  std::uint32_t* kept;  // one word per step
  std::size_t n;        // at least 1
  int steps;            // counted from 0

  /// Each step has another mark.
  static std::uint32_t mark(int step) { return 0x9e3779b9 + static_cast<std::uint32_t>(step); }
};

}  // namespace tilebridge
