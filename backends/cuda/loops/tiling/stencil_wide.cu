// SPDX-License-Identifier: Apache-2.0
// A stencil of 25 elements: a range has one element per index triple, or nested ranges have one
// plane after another. Then the queue along z is in shared memory, where native code has it in
// registers.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/stencil_wide.hpp"

namespace tilebridge::cuda::loops::stencil_wide_experiment {
namespace {

constexpr int radius = WideStencil<float>::radius;
constexpr int columns = WideStencil<float>::columns;
constexpr int rows = WideStencil<float>::rows;
constexpr int walked = WideStencil<float>::walked;

/// Elements are found by place, x fastest.
template <class T>
struct Volume {
  T* elements;
  int ny, nx;

  constexpr T& operator()(int z, int y, int x) const {
    return elements[(std::size_t(z) * ny + y) * nx + x];
  }
};

template <class T>
__device__ Volume<const T> input_of(const WideStencil<T>& s) {
  return {s.in, s.ny, s.nx};
}
template <class T>
__device__ Volume<T> output_of(const WideStencil<T>& s) {
  return {s.out, s.ny, s.nx};
}

/// Takes a WideStencil, or one with strides of 64 bits.
template <class Step>
__global__ void direct(Step s) {
  const auto in = input_of(s);
  const auto out = output_of(s);
  const int z = z_in_range(), y = y_in_range(), x = x_in_range();
  if (z >= s.nz || y >= s.ny || x >= s.nx) return;
  const bool inside = s.is_inside(x, s.nx) && s.is_inside(y, s.ny) && s.is_inside(z, s.nz);
  out(z, y, x) = inside ? s.weighted(in, z, y, x, in, y, x) : in(z, y, x);
}

template <class T>
WithStrides<WideStencil<T>, T, 3> strided(const WideStencil<T>& s) {
  const std::size_t row = s.nx, plane = row * s.ny;
  return {s, {s.in, {plane, row}}, {s.out, {plane, row}}};
}

/// Planes take turns in shared memory; an element is found by its place in the grid.
template <class T, int turns, int rows, int columns>
struct Queue {
  T* elements;

  __device__ T* end() const { return elements + turns * rows * columns; }
  constexpr T& operator()(int z, int q, int c) const {
    return elements[(unsigned(z + turns) % turns * rows + q) * columns + c];
  }
};

template <class T>
__global__ void stream(WideStencil<T> s) {
  constexpr int tall = rows + 2 * radius, wide = columns + 2 * radius;
  const Queue<T, 2 * radius + 2, rows, columns> queue = {scratch<T>()};
  const Queue<T, 2, tall, wide> tiles = {queue.end()};
  const Volume<const T> in = {s.in, s.ny, s.nx};
  const Volume<T> out = {s.out, s.ny, s.nx};
  const int across = (s.nx + columns - 1) / columns, down = (s.ny + rows - 1) / rows;
  const int box = blockIdx.x;
  const int x0 = box % across * columns, y0 = box / across % down * rows;
  const int first = box / across / down * walked;
  const int last = first + walked < s.nz ? first + walked : s.nz;
  for (int z = first - 2 * radius; z < last; ++z) {
    const int above = z + radius;
    for (int q = threadIdx.y; q < rows; q += blockDim.y)
      for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        const int y = y0 + q, x = x0 + c;
        if (above >= 0 && above < s.nz && y < s.ny && x < s.nx)
          queue(above, q, c) = in(above, y, x);
      }
    if (z < first) continue;
    for (int e = threadIdx.y * blockDim.x + threadIdx.x; e < tall * wide;
         e += blockDim.y * blockDim.x) {
      const int q = e / wide, c = e % wide, y = y0 + q - radius, x = x0 + c - radius;
      if (y >= 0 && y < s.ny && x >= 0 && x < s.nx) tiles(z, q, c) = in(z, y, x);
    }
    __syncthreads();
    for (int q = threadIdx.y; q < rows; q += blockDim.y)
      for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        const int y = y0 + q, x = x0 + c;
        if (y >= s.ny || x >= s.nx) continue;
        const bool inside = s.is_inside(x, s.nx) && s.is_inside(y, s.ny) && s.is_inside(z, s.nz);
        out(z, y, x) =
            inside ? s.weighted(tiles, z, q + radius, c + radius, queue, q, c) : queue(z, q, c);
      }
  }
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("stencil_wide/direct", nested(direct<WideStencil<T>>));
    controls.add_respelled("stencil_wide/direct", nested(direct, strided<T>));
    controls.add("stencil_wide/stream", nested(stream<T>));
  });
}

}  // namespace tilebridge::cuda::loops::stencil_wide_experiment
