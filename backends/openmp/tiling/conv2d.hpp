// SPDX-License-Identifier: Apache-2.0
// The pixels that both files of the experiment read.
#pragma once

#include <cstddef>

#include "catalogue/tiling/conv2d.hpp"

namespace tilebridge::openmp::conv2d_experiment {

// [shown]

constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;

/// Index of the pixel in row y, column x of an image; 64 bits, because an image may hold more than
/// 2³¹ pixels.
constexpr std::size_t at(int y, int x, int breadth) { return std::size_t(y) * breadth + x; }

/// Returns 0 beyond the border.
template <class T>
constexpr T pixel(const T* in, int height, int breadth, int y, int x) {
  const bool inside = (y >= 0) & (y < height) & (x >= 0) & (x < breadth);
  return inside ? in[at(y, x, breadth)] : 0;
}

}  // namespace tilebridge::openmp::conv2d_experiment
