// SPDX-License-Identifier: Apache-2.0
// A host has only one path to memory.
#include "catalogue/memory/texture.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "backends/host/native.hpp"

namespace tilebridge::host::texture_experiment {
namespace {

std::size_t at(int y, int x, int cols) {
  return static_cast<std::size_t>(y) * static_cast<std::size_t>(cols) + static_cast<std::size_t>(x);
}

/// Index of the pixel nearest to row y, column x.
template <class Image>
std::size_t nearest(const Image& p, int y, int x) {
  return at(std::clamp(y, 0, p.rows - 1), std::clamp(x, 0, p.cols - 1), p.cols);
}

constexpr int radius = Neighbourhood::radius;

void global(const Neighbourhood& p, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.rows; ++y)
    for (int x = 0; x < p.cols; ++x) {
      float sum = 0;
      for (int j = y - radius; j <= y + radius; ++j)
        for (int i = x - radius; i <= x + radius; ++i) sum += p.in[nearest(p, j, i)];
      p.out[at(y, x, p.cols)] = sum * Neighbourhood::weight;
    }
}

float between(float a, float b, float weight) { return a + weight * (b - a); }

/// (u, v): in units of 1 / Rotation::one pixel.
float interpolated(const Rotation& p, int v, int u) {
  constexpr float pixels = 1.0F / Rotation::one;
  const float left = std::floor(pixels * static_cast<float>(u));
  const float top = std::floor(pixels * static_cast<float>(v));
  const float right = pixels * static_cast<float>(u) - left;
  const float down = pixels * static_cast<float>(v) - top;
  const int x = static_cast<int>(left);
  const int y = static_cast<int>(top);
  const auto along_row = [&](int row) {
    return between(p.in[nearest(p, row, x)], p.in[nearest(p, row, x + 1)], right);
  };
  return between(along_row(y), along_row(y + 1), down);
}

void bilinear(const Rotation& p, Threads threads) {
#pragma omp parallel for collapse(2) num_threads(threads)
  for (int y = 0; y < p.rows; ++y)
    for (int x = 0; x < p.cols; ++x) {
      const int right = x - p.cols / 2;
      const int down = y - p.rows / 2;
      const int u = Rotation::one * (p.cols / 2) + Rotation::cosine * right - Rotation::sine * down;
      const int v = Rotation::one * (p.rows / 2) + Rotation::sine * right + Rotation::cosine * down;
      p.out[at(y, x, p.cols)] = interpolated(p, v, u);
    }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("texture/global", global);
  native.add("texture/bilinear", bilinear);
}

}  // namespace tilebridge::host::texture_experiment
