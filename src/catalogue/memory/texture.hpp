// SPDX-License-Identifier: Apache-2.0
// What does reading a pixel's neighbours through a texture save? D3 §2; D4, texture memory.
#pragma once

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// out[y][x] = the mean of in's 3 × 3 pixels around (x, y); outside the image the nearest pixel
/// counts
struct Neighbourhood {
  static constexpr int radius = 1;
  static constexpr int pixels = (2 * radius + 1) * (2 * radius + 1);
  static constexpr float weight = 1.0F / pixels;

  const float* in;  // rows × cols, row-major
  float* out;       // rows × cols, row-major
  int rows, cols;   // elements
};

Experiment texture();

}  // namespace tilebridge
