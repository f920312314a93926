// SPDX-License-Identifier: Apache-2.0
// One pixel per index pair of a two-dimensional range. The variants differ in how they read the
// pixels around it, or around the place from which it comes.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/memory/texture.hpp"

namespace tilebridge::cuda::loops::texture_experiment {
namespace {

struct Global {
  __device__ static float load(const float* from) { return *from; }
};

struct ReadOnly {
  __device__ static float load(const float* from) { return __ldg(from); }
};

__device__ Rows<const float> input_of(const Neighbourhood& p) { return {p.in, p.cols}; }
__device__ Rows<float> output_of(const Neighbourhood& p) { return {p.out, p.cols}; }

/// The mean of the pixels around row y, column x.
template <class Input, class Image>
__device__ float mean_around(const Image& p, int y, int x) {
  constexpr int radius = Neighbourhood::radius;
  const auto in = input_of(p);
  float sum = 0;
  for (int j = -radius; j <= radius; ++j)
    for (int i = -radius; i <= radius; ++i)
      sum += Input::load(&in(nearest(y + j, p.rows), nearest(x + i, p.cols)));
  return sum * Neighbourhood::weight;
}

/// `Image` is a Neighbourhood, or one with strides of 64 bits.
template <class Input, class Image>
__global__ void mean(Image p) {
  const int y = y_in_range(), x = x_in_range();
  if (y < p.rows && x < p.cols) output_of(p)(y, x) = mean_around<Input>(p, y, x);
}

WithStrides<Neighbourhood, float, 2> strided(const Neighbourhood& p) {
  const std::size_t row = p.cols;
  return {p, {p.in, {row}}, {p.out, {row}}};
}

/// Interpolates at column u, row v, both in units of 1 / Rotation::one pixel.
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
  const auto in = [&](int row, int column) { return p.in[pixel_at(row, column, p.cols)]; };
  return between(between(in(y[0], x[0]), in(y[0], x[1]), right),
                 between(in(y[1], x[0]), in(y[1], x[1]), right), down);
}

__global__ void bilinear(Rotation p) {
  const int middle_row = p.rows / 2, middle_col = p.cols / 2;
  const int y = y_in_range(), x = x_in_range();
  if (y >= p.rows || x >= p.cols) return;
  const int right = x - middle_col, down = y - middle_row;
  const int u = Rotation::column(middle_col, right, down);
  const int v = Rotation::row(middle_row, right, down);
  p.out[pixel_at(y, x, p.cols)] = interpolated(p, v, u);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("texture/global", nested(mean<Global, Neighbourhood>));
  controls.add("texture/read_only", nested(mean<ReadOnly, Neighbourhood>));
  controls.add("texture/bilinear", nested(bilinear));
  controls.add_respelled("texture/global", nested(mean<Global>, strided));
  controls.add_respelled("texture/read_only", nested(mean<ReadOnly>, strided));
}

}  // namespace tilebridge::cuda::loops::texture_experiment
