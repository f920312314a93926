// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// Pixels that a block computes, one per thread.
struct PixelBlock {
  static constexpr int columns = 32;
  static constexpr int rows = 8;
};

// [shown]
/// Index of the pixel in row y, column x of an image.
constexpr std::size_t pixel_at(int y, int x, int cols) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(x);
}

/// Clamps `i` to 0, …, count - 1.
constexpr int nearest(int i, int count) { return i < 0 ? 0 : i < count ? i : count - 1; }

/// Interpolates linearly between a and b.
constexpr float between(float a, float b, float weight) { return a + weight * (b - a); }

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

/// out = in, turned about its pixel (cols / 2, rows / 2): out[y][x] is interpolated between in's
/// four pixels around
///   (cols / 2 + (cosine · dx - sine · dy) / one, rows / 2 + (sine · dx + cosine · dy) / one)
/// where dx = x - cols / 2, dy = y - rows / 2, and whole numbers are the middles of pixels; outside
/// the image the nearest pixel counts
struct Rotation {
  // The angle is 19.7°; its sine and cosine are fractions that a float holds exactly, and with them
  // every place in an image of up to 16384 × 16384: all variants interpolate at the same places.
  static constexpr int one = 1024;
  static constexpr int cosine = 964;
  static constexpr int sine = 345;

  /// Column and row of the place, in units of 1 / one pixel, from which the pixel comes that is
  /// `right` and `down` pixels from the middle one.
  static constexpr int column(int middle, int right, int down) {
    return one * middle + cosine * right - sine * down;
  }
  static constexpr int row(int middle, int right, int down) {
    return one * middle + sine * right + cosine * down;
  }

  const float* in;  // rows × cols, row-major
  float* out;       // rows × cols, row-major
  int rows, cols;   // elements
};

/// The fractions by which a texture with a linear filter weighs its elements have few bits: they
/// are fixed-point numbers of 9 bits, 8 of them behind the point, so that 1 is one of them (NVIDIA,
/// CUDA C++ Programming Guide, "Texture Fetching"). How they are rounded is not said: by less than
/// one unit of the last bit.
constexpr double texture_weight_error = 1.0 / (1 << 8);

}  // namespace tilebridge
