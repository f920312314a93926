// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "catalogue/memory/launch_bounds.hpp"

namespace tilebridge {

// Settings that are 0 leave the choice to the model.

/// out[i] = factor · in[i] for i < n, `each` elements per index or thread.
struct SetScale {
  static constexpr float factor = 2.5f;

  const float* in;  // n elements each
  float* out;
  std::int64_t n;
  int threads, each;
  int occupancy;  // in percent of the threads that an SM can hold
};

/// sums[r] = Σ row r of a matrix.
struct SetRowSums {
  const float* in;  // rows × cols
  float* sums;      // rows elements
  int rows, cols;
  int team_size, vector;  // threads of a team, and lanes of a thread
};

/// out = in transposed, in tiles of tile_x columns and tile_y rows.
struct SetTranspose {
  const float* in;  // rows × cols
  float* out;       // cols × rows
  int rows, cols;
  int tile_x, tile_y;
};

/// out = the sum of in's six neighbours where all are there, else in.
struct SetStencil {
  const float* in;  // nz × ny × nx each, x fastest
  float* out;
  int nx, ny, nz;
  int tile_x, tile_y, tile_z;
};

/// A kernel that needs many registers, with bounds on its launch.
struct SetAveraging {
  Averaging averaging;
  int threads;  // of a block, at most
  int per_sm;   // such blocks on an SM, at least
};

/// Calls call(std::integral_constant<int, value>()) if `value` is among `values`, and returns
/// whether it is.
template <int... values, class Call>
bool with_constant(std::integer_sequence<int, values...>, int value, const Call& call) {
  return ((value == values && (call(std::integral_constant<int, values>()), true)) || ...);
}

using BoundedThreads = std::integer_sequence<int, 0, 64, 128, 256, 512, 1024>;
using RegisterThreads = std::integer_sequence<int, 0, 128, 256, 512>;
using BlocksPerSm = std::integer_sequence<int, 0, 1, 2, 4, 8>;

}  // namespace tilebridge
