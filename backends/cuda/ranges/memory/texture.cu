// SPDX-License-Identifier: Apache-2.0
// One pixel per index pair of a two-dimensional range; the variants differ in how its neighbours
// are read, or those of the place that it comes from.
#include "backends/cuda/ranges/ranges.hpp"
#include "catalogue/memory/texture.hpp"

namespace tilebridge::cuda::ranges::texture_experiment {
namespace {

// [*]
__device__ std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

/// Clamps `i` to 0, …, count - 1.
__device__ int nearest(int i, int count) { return i < 0 ? 0 : i < count ? i : count - 1; }

// [global]
struct Global {
  __device__ static float load(const float* from) { return *from; }
};

// [read_only]
struct ReadOnly {
  __device__ static float load(const float* from) { return __ldg(from); }
};

// [global, read_only]
/// The mean of the pixels around row y, column x.
template <class Input>
__device__ float mean_around(const Neighbourhood& p, int y, int x) {
  constexpr int radius = Neighbourhood::radius;
  float sum = 0;
  for (int j = -radius; j <= radius; ++j)
    for (int i = -radius; i <= radius; ++i)
      sum += Input::load(p.in + at(nearest(y + j, p.rows), nearest(x + i, p.cols), p.cols));
  return sum * Neighbourhood::weight;
}

template <class Input>
__global__ void mean(Neighbourhood p) {
  const int y = y_in_range(), x = x_in_range();
  if (y < p.rows && x < p.cols) p.out[at(y, x, p.cols)] = mean_around<Input>(p, y, x);
}

// [bilinear]
__device__ float between(float a, float b, float weight) { return a + weight * (b - a); }

/// (u, v): in units of 1 / Rotation::one pixel.
__device__ float interpolated(const Rotation& p, int v, int u) {
  constexpr float pixels = 1.0F / Rotation::one;
  const float left = floorf(pixels * static_cast<float>(u));
  const float top = floorf(pixels * static_cast<float>(v));
  const int x[] = {nearest(static_cast<int>(left), p.cols),
                   nearest(static_cast<int>(left) + 1, p.cols)};
  const int y[] = {nearest(static_cast<int>(top), p.rows),
                   nearest(static_cast<int>(top) + 1, p.rows)};
  const float right = pixels * static_cast<float>(u) - left;
  const float down = pixels * static_cast<float>(v) - top;
  return between(between(p.in[at(y[0], x[0], p.cols)], p.in[at(y[0], x[1], p.cols)], right),
                 between(p.in[at(y[1], x[0], p.cols)], p.in[at(y[1], x[1], p.cols)], right), down);
}

__global__ void bilinear(Rotation p) {
  const int middle_row = p.rows / 2;
  const int middle_col = p.cols / 2;
  const int y = y_in_range(), x = x_in_range();
  if (y >= p.rows || x >= p.cols) return;
  const int right = x - middle_col;
  const int down = y - middle_row;
  const int u = Rotation::one * middle_col + Rotation::cosine * right - Rotation::sine * down;
  const int v = Rotation::one * middle_row + Rotation::sine * right + Rotation::cosine * down;
  p.out[at(y, x, p.cols)] = interpolated(p, v, u);
}

// [/]

}  // namespace

void register_kernels(NativeKernels& native) {
  Controls controls(native);
  controls.add("texture/global", nested(mean<Global>));
  controls.add("texture/read_only", nested(mean<ReadOnly>));
  controls.add("texture/bilinear", nested(bilinear));
}

}  // namespace tilebridge::cuda::ranges::texture_experiment
