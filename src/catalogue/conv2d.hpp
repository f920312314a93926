// What does a tile with a halo save where every pixel is used 25 times? D5 §3.2, §6.
#pragma once

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// out[y][x] = Σ filter[j][i] · in[y + j - radius][x + i - radius] for j, i < width, with 0 beyond
/// the border of the image
struct Conv2d {
  static constexpr int radius = 2;
  static constexpr int width = 2 * radius + 1;

  const float* in;      // rows × cols, row-major
  const float* filter;  // width × width, row-major
  float* out;           // rows × cols, row-major
  int rows, cols;       // elements
};

Experiment conv2d();

}  // namespace tilebridge
