// SPDX-License-Identifier: Apache-2.0
// One pixel per index pair of a range, or tiles whose halo a block fills by one range and whose
// pixels it computes by nested ranges.
#include "backends/cuda/argument.hpp"
#include "backends/cuda/ranges/ranges.hpp"
#include "catalogue/tiling/conv2d.hpp"

namespace tilebridge::cuda::ranges::conv2d_experiment {
namespace {

// [*]
constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;
__device__ std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

// [direct]
template <class T>
__global__ void direct(Conv2d<T> p) {
  const int y = y_in_range(), x = x_in_range();
  if (y >= p.rows || x >= p.cols) return;
  T sum = 0;
  for (int j = 0; j < width; ++j)
    for (int i = 0; i < width; ++i) {
      const int v = y + j - radius, u = x + i - radius;
      const bool inside = v >= 0 && v < p.rows && u >= 0 && u < p.cols;
      sum += p.filter[j * width + i] * (inside ? p.in[at(v, u, p.cols)] : 0);
    }
  p.out[at(y, x, p.cols)] = sum;
}

// [tile_halo, tile_halo_16x16]
template <class T>
struct GlobalFilter {
  const T* taps;
  __device__ T operator()(int j, int i) const { return taps[j * width + i]; }
};

// [constant_filter]
/// An argument of the kernel, and so in constant memory.
template <class T>
struct CapturedFilter {
  T taps[width][width];
  __device__ T operator()(int j, int i) const { return taps[j][i]; }
};

// [tile_halo, tile_halo_16x16, constant_filter]
template <int tile_columns, int tile_rows, class T, class Filter>
__global__ void convolve_tiles(Conv2d<T> p, Filter filter) {
  constexpr int halo_rows = tile_rows + 2 * radius, halo_columns = tile_columns + 2 * radius;
  T* tile = scratch<T>();  // [halo_rows][halo_columns]
  const int across = (p.cols + tile_columns - 1) / tile_columns;
  const int x0 = static_cast<int>(blockIdx.x) % across * tile_columns;
  const int y0 = static_cast<int>(blockIdx.x) / across * tile_rows;
  for (int e = threadIdx.y * blockDim.x + threadIdx.x; e < halo_rows * halo_columns;
       e += blockDim.y * blockDim.x) {
    const int r = e / halo_columns, c = e % halo_columns;
    const int y = y0 + r - radius, x = x0 + c - radius;
    const bool inside = y >= 0 && y < p.rows && x >= 0 && x < p.cols;
    tile[r * halo_columns + c] = inside ? p.in[at(y, x, p.cols)] : 0;
  }
  __syncthreads();
  for (int r = threadIdx.y; r < tile_rows; r += blockDim.y)
    for (int c = threadIdx.x; c < tile_columns; c += blockDim.x) {
      if (y0 + r >= p.rows || x0 + c >= p.cols) continue;
      T sum = 0;
      for (int j = 0; j < width; ++j)
        for (int i = 0; i < width; ++i) sum += filter(j, i) * tile[(r + j) * halo_columns + c + i];
      p.out[at(y0 + r, x0 + c, p.cols)] = sum;
    }
}

template <int tile_columns, int tile_rows, class T, class Filter>
void launch_tiles(const Conv2d<T>& p, const Filter& filter, const LaunchShapes& followed,
                  Stream stream) {
  for (const LaunchShape& shape : followed)
    launch(convolve_tiles<tile_columns, tile_rows, T, Filter>, shape, stream, p, filter);
}

// [/]

template <class T>
void add_of(Controls controls) {
  controls.add("conv2d/direct", nested(direct<T>));
  controls.add("conv2d/tile_halo",
               [](const Conv2d<T>& p, const LaunchShapes& followed, Stream stream) {
                 launch_tiles<32, 8>(p, GlobalFilter<T>{p.filter}, followed, stream);
               });
  controls.add("conv2d/tile_halo_16x16",
               [](const Conv2d<T>& p, const LaunchShapes& followed, Stream stream) {
                 launch_tiles<16, 16>(p, GlobalFilter<T>{p.filter}, followed, stream);
               });
  controls.add_prepared("conv2d/constant_filter",
                        [](const Conv2d<T>& p, const LaunchShapes& followed, Stream stream) {
                          return [=, filter = argument_from<CapturedFilter<T>>(p.filter, stream)] {
                            launch_tiles<32, 8>(p, filter, followed, stream);
                          };
                        });
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(Controls(native));
  add_of<double>(Controls(native));
}

}  // namespace tilebridge::cuda::ranges::conv2d_experiment
