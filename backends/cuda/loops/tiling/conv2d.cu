// SPDX-License-Identifier: Apache-2.0
// One pixel per index pair of a range, or tiles whose halo a block fills by one range and whose
// pixels it computes by nested ranges.
#include "backends/cuda/argument.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/conv2d.hpp"

namespace tilebridge::cuda::loops::conv2d_experiment {
namespace {

constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;

template <class T>
__device__ Rows<const T> input_of(const Conv2d<T>& p) {
  return {p.in, p.cols};
}
template <class T>
__device__ Rows<T> output_of(const Conv2d<T>& p) {
  return {p.out, p.cols};
}

/// The respelled controls take this instead of a Conv2d.
template <class T>
using StridedImages = WithStrides<Conv2d<T>, T, 2>;

template <class T>
StridedImages<T> strided(const Conv2d<T>& p) {
  const std::size_t row = p.cols;
  return {p, {p.in, {row}}, {p.out, {row}}};
}

template <class T, class Images>
__global__ void direct(Images p) {
  const auto in = input_of(p);
  const int y = y_in_range(), x = x_in_range();
  if (y >= p.rows || x >= p.cols) return;
  T sum = 0;
  for (int j = 0; j < width; ++j)
    for (int i = 0; i < width; ++i) {
      const int v = y + j - radius, u = x + i - radius;
      const bool inside = v >= 0 && v < p.rows && u >= 0 && u < p.cols;
      sum += p.filter[j * width + i] * (inside ? in(v, u) : 0);
    }
  output_of(p)(y, x) = sum;
}

template <int tile_columns, int tile_rows, class T, class Images, class Filter>
__global__ void convolve_tiles(Images p, Filter filter) {
  constexpr int halo_rows = tile_rows + 2 * radius, halo_columns = tile_columns + 2 * radius;
  T* tile = scratch<T>();  // [halo_rows][halo_columns]
  const auto in = input_of(p);
  const auto out = output_of(p);
  const int across = (p.cols + tile_columns - 1) / tile_columns;
  const int x0 = static_cast<int>(blockIdx.x) % across * tile_columns;
  const int y0 = static_cast<int>(blockIdx.x) / across * tile_rows;
  for (int e = threadIdx.y * blockDim.x + threadIdx.x; e < halo_rows * halo_columns;
       e += blockDim.y * blockDim.x) {
    const int r = e / halo_columns, c = e % halo_columns;
    const int y = y0 + r - radius, x = x0 + c - radius;
    const bool inside = y >= 0 && y < p.rows && x >= 0 && x < p.cols;
    tile[r * halo_columns + c] = inside ? in(y, x) : 0;
  }
  __syncthreads();
  for (int r = threadIdx.y; r < tile_rows; r += blockDim.y)
    for (int c = threadIdx.x; c < tile_columns; c += blockDim.x) {
      if (y0 + r >= p.rows || x0 + c >= p.cols) continue;
      T sum = 0;
      for (int j = 0; j < width; ++j)
        for (int i = 0; i < width; ++i) sum += filter(j, i) * tile[(r + j) * halo_columns + c + i];
      out(y0 + r, x0 + c) = sum;
    }
}

template <int tile_columns, int tile_rows, class T, class Images, class Filter>
void launch_tiles(const Images& p, const Filter& filter, const LaunchShapes& followed,
                  Stream stream) {
  for (const LaunchShape& shape : followed)
    launch(convolve_tiles<tile_columns, tile_rows, T, Images, Filter>, shape, stream, p, filter);
}

constexpr int tile_columns = Conv2d<float>::tile_columns;
constexpr int tile_rows = Conv2d<float>::tile_rows;

template <int columns, int rows, class T>
void tile_halo(const Conv2d<T>& p, const LaunchShapes& followed, Stream stream) {
  launch_tiles<columns, rows, T>(p, GlobalFilter<T>{p.filter}, followed, stream);
}

template <class T>
auto constant_filter(const Conv2d<T>& p, const LaunchShapes& followed, Stream stream) {
  return [=, filter = argument_from<CapturedFilter<T>>(p.filter, stream)] {
    launch_tiles<tile_columns, tile_rows, T>(p, filter, followed, stream);
  };
}

template <class T>
auto constant_filter_strided(const Conv2d<T>& p, const LaunchShapes& followed, Stream stream) {
  return [=, filter = argument_from<CapturedFilter<T>>(p.filter, stream)] {
    launch_tiles<tile_columns, tile_rows, T>(strided(p), filter, followed, stream);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("conv2d/direct", nested(direct<T, Conv2d<T>>));
    controls.add_respelled("conv2d/direct", nested(direct<T>, strided<T>));
    controls.add("conv2d/tile_halo", tile_halo<tile_columns, tile_rows, T>);
    controls.add("conv2d/tile_halo_16x16", tile_halo<16, 16, T>);
    controls.add_prepared("conv2d/constant_filter", constant_filter<T>);
    controls.add_prepared_respelled("conv2d/constant_filter", constant_filter_strided<T>);
  });
}

}  // namespace tilebridge::cuda::loops::conv2d_experiment
