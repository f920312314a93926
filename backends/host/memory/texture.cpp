// SPDX-License-Identifier: Apache-2.0
// A host has only one path to memory.
#include "catalogue/memory/texture.hpp"

#include <cmath>

#include "backends/host/native.hpp"

namespace tilebridge::host::texture_experiment {
namespace {

/// Pixel of the input that is nearest to row y, column x.
template <class Image>
float pixel(const Image& p, int y, int x) {
  return p.in[pixel_at(nearest(y, p.rows), nearest(x, p.cols), p.cols)];
}

constexpr int radius = Neighbourhood::radius;

void global(const Neighbourhood& p, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.rows; ++y)
    for (int x = 0; x < p.cols; ++x) {
      float sum = 0;
      for (int j = y - radius; j <= y + radius; ++j)
        for (int i = x - radius; i <= x + radius; ++i) sum += pixel(p, j, i);
      p.out[pixel_at(y, x, p.cols)] = sum * Neighbourhood::weight;
    }
}

/// Interpolates at column u, row v, both in units of 1 / Rotation::one pixel.
float interpolated(const Rotation& p, int v, int u) {
  constexpr float pixels = 1.0F / Rotation::one;
  const float left = std::floor(pixels * static_cast<float>(u));
  const float top = std::floor(pixels * static_cast<float>(v));
  const float right = pixels * static_cast<float>(u) - left;
  const float down = pixels * static_cast<float>(v) - top;
  const int x = static_cast<int>(left);
  const int y = static_cast<int>(top);
  const auto along_row = [&](int row) {
    return between(pixel(p, row, x), pixel(p, row, x + 1), right);
  };
  return between(along_row(y), along_row(y + 1), down);
}

void bilinear(const Rotation& p, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.rows; ++y)
    for (int x = 0; x < p.cols; ++x) {
      const int right = x - p.cols / 2, down = y - p.rows / 2;
      const int u = Rotation::column(p.cols / 2, right, down);
      const int v = Rotation::row(p.rows / 2, right, down);
      p.out[pixel_at(y, x, p.cols)] = interpolated(p, v, u);
    }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("texture/global", global);
  native.add("texture/bilinear", bilinear);
}

}  // namespace tilebridge::host::texture_experiment
