// SPDX-License-Identifier: Apache-2.0
// Walks whose every step waits for the one before: chains in random order.
#pragma once

#include <cstdint>

namespace tilebridge {

/// Thread i begins in row (i / width) mod rows and goes on `steps` times to the row whose number it
/// reads in column i mod width. A row's words are all the same, so a warp stays together: it reads
/// a row at a time, a whole line and a word of each bank.
struct RowWalk {
  static constexpr int width = 32;  // words per row: 128 bytes

  const std::uint32_t* next;  // rows × width words
  int rows;                   // at least 1
  int steps;
};

}  // namespace tilebridge
