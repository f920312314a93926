// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "catalogue/row_walk.hpp"

namespace tilebridge {

/// The lanes of a warp walk through a table in shared memory, each in one bank, which `degree`
/// lanes share: in each of `steps` steps a lane goes on to the row whose number it reads in its
/// bank. Lane i begins in row i mod degree. All rows' successors differ, so that lanes of one bank
/// never read the same word.
struct ConflictingWalk {
  RowWalk walk;
  std::uint32_t* last;  // the row that each lane reaches
  int degree;           // 1 … 32

  static constexpr int lanes = 32;
  static constexpr int rows = 32;
};

}  // namespace tilebridge
