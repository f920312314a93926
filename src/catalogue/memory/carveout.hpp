// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "catalogue/row_walk.hpp"

namespace tilebridge {

/// The memory of which a kernel prefers to have more.
enum class Preference { none, shared, l1, equal };

/// last[i] = the row that thread i reaches
struct CarveoutWalk {
  RowWalk walk;
  std::uint32_t* last;  // n elements
  std::size_t n;
  Preference prefer;
  int percent;  // of the largest shared memory of an SM

  static constexpr int block_size = 256;

  std::size_t table_bytes() const {
    return static_cast<std::size_t>(walk.rows) * RowWalk::width * sizeof(std::uint32_t);
  }
};

}  // namespace tilebridge
