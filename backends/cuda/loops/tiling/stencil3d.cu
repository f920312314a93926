// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: one element per index triple of a range, boxes with their halo in nested
// ranges, or planes in turn, which stay in shared memory where native code has a queue in
// registers.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/tiling/stencil3d.hpp"

namespace tilebridge::cuda::loops::stencil3d_experiment {
namespace {

/// Elements by place, x fastest.
template <class T>
struct Volume {
  T* elements;
  int ny, nx;

  __device__ T& operator()(int z, int y, int x) const { return elements[at(*this, z, y, x)]; }
};

template <class T>
__device__ Volume<const T> input_of(const HeatStep<T>& h) {
  return {h.in, h.ny, h.nx};
}
template <class T>
__device__ Volume<T> output_of(const HeatStep<T>& h) {
  return {h.out, h.ny, h.nx};
}

/// The respelled controls take this instead of a HeatStep.
template <class T>
using StridedStep = WithStrides<HeatStep<T>, T, 3>;

template <class T>
StridedStep<T> strided(const HeatStep<T>& h) {
  const std::size_t row = h.nx, plane = row * h.ny;
  return {h, {h.in, {plane, row}}, {h.out, {plane, row}}};
}

template <class T, class Step>
__global__ void direct(Step h) {
  const auto in = input_of(h);
  const auto out = output_of(h);
  const int z = z_in_range(), y = y_in_range(), x = x_in_range();
  if (z >= h.nz || y >= h.ny || x >= h.nx) return;
  const bool inside = is_inside(x, h.nx) && is_inside(y, h.ny) && is_inside(z, h.nz);
  out(z, y, x) = inside ? heated(in, z, y, x) : in(z, y, x);
}

constexpr int columns = HeatStep<float>::columns, rows = HeatStep<float>::rows;
constexpr int planes = HeatStep<float>::planes;

template <class T>
struct Tile {
  T* elements;  // [planes + 2][rows + 2][columns + 2]

  __device__ T& operator()(int p, int q, int c) const {
    return elements[(p * (rows + 2) + q) * (columns + 2) + c];
  }
};

template <class T, class Step>
__global__ void tile_halo(Step h) {
  const Tile<T> tile = {scratch<T>()};
  const auto in = input_of(h);
  const auto out = output_of(h);
  const int across = (h.nx + columns - 1) / columns, down = (h.ny + rows - 1) / rows;
  const int box = blockIdx.x;
  const int x0 = box % across * columns, y0 = box / across % down * rows;
  const int z0 = box / across / down * planes;
  for (int r = threadIdx.y; r < (planes + 2) * (rows + 2); r += blockDim.y) {
    const int p = r / (rows + 2), q = r % (rows + 2);
    const int z = z0 + p - 1, y = y0 + q - 1;
    const bool in_grid = z >= 0 && z < h.nz && y >= 0 && y < h.ny;
    for (int c = threadIdx.x; c < columns + 2; c += blockDim.x) {
      const int x = x0 + c - 1;
      if (in_grid && x >= 0 && x < h.nx) tile(p, q, c) = in(z, y, x);
    }
  }
  __syncthreads();
  for (int q = threadIdx.y; q < rows; q += blockDim.y)
    for (int c = threadIdx.x; c < columns; c += blockDim.x)
      for (int p = 0; p < planes; ++p) {
        const int z = z0 + p, y = y0 + q, x = x0 + c;
        if (z >= h.nz || y >= h.ny || x >= h.nx) continue;
        const bool inside = is_inside(x, h.nx) && is_inside(y, h.ny) && is_inside(z, h.nz);
        out(z, y, x) = inside ? heated(tile, p + 1, q + 1, c + 1) : tile(p + 1, q + 1, c + 1);
      }
}

constexpr int walked = HeatStep<float>::walked;

/// Planes that take turns in shared memory, by their place in the grid.
template <class T, int turns, int rows, int columns>
struct Queue {
  T* elements;

  __device__ T* end() const { return elements + turns * rows * columns; }
  __device__ T& operator()(int z, int q, int c) const {
    return elements[(unsigned(z + turns) % turns * rows + q) * columns + c];
  }
};

/// Stages plane z of the grid from row y0 and column x0 on.
template <class T, int turns, int rows, int columns, class Step>
__device__ void stage(const Queue<T, turns, rows, columns>& queue, const Step& h, int z, int y0,
                      int x0) {
  const auto in = input_of(h);
  for (int e = threadIdx.y * blockDim.x + threadIdx.x; e < rows * columns;
       e += blockDim.y * blockDim.x) {
    const int q = e / columns, c = e % columns, y = y0 + q, x = x0 + c;
    const bool in_grid = z >= 0 && z < h.nz && y >= 0 && y < h.ny && x >= 0 && x < h.nx;
    if (in_grid) queue(z, q, c) = in(z, y, x);
  }
}

/// Element (q, c) of a queue's plane z after the step. In the grid it is element (y, x).
template <class T, int turns, int rows, int columns>
__device__ T stepped(const Queue<T, turns, rows, columns>& queue, const HeatStep<T>& h, int z,
                     int q, int c, int y, int x) {
  const bool inside = is_inside(x, h.nx) && is_inside(y, h.ny) && is_inside(z, h.nz);
  return inside ? heated(queue, z, q, c) : queue(z, q, c);
}

template <class T, class Step>
__global__ void stream(Step h) {
  const Queue<T, 4, rows + 2, columns + 2> queue = {scratch<T>()};
  const auto out = output_of(h);
  const int across = (h.nx + columns - 1) / columns, down = (h.ny + rows - 1) / rows;
  const int box = blockIdx.x;
  const int x0 = box % across * columns, y0 = box / across % down * rows;
  const int first = box / across / down * walked;
  const int last = first + walked < h.nz ? first + walked : h.nz;
  for (int z = first - 2; z < last; ++z) {
    stage(queue, h, z + 1, y0 - 1, x0 - 1);
    __syncthreads();
    if (z < first) continue;
    for (int q = threadIdx.y; q < rows; q += blockDim.y)
      for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        const int y = y0 + q, x = x0 + c;
        if (y < h.ny && x < h.nx) out(z, y, x) = stepped(queue, h, z, q + 1, c + 1, y, x);
      }
  }
}

constexpr int tall = HeatStep<float>::tall;

template <class T>
__global__ void two_steps(HeatStep<T> h) {
  const Queue<T, 3, tall + 2, columns + 2> queue = {scratch<T>()};
  const Queue<T, 3, tall, columns> once = {queue.end()};
  const Volume<T> out = {h.out, h.ny, h.nx};
  const int across = (h.nx + columns - 3) / (columns - 2), down = (h.ny + tall - 3) / (tall - 2);
  const int box = blockIdx.x;
  const int x0 = box % across * (columns - 2), y0 = box / across % down * (tall - 2);
  const int first = box / across / down * walked;
  const int last = first + walked < h.nz ? first + walked : h.nz;
  for (int z = first - 3; z <= last; ++z) {
    stage(queue, h, z + 1, y0 - 2, x0 - 2);
    __syncthreads();
    for (int q = threadIdx.y; q < tall; q += blockDim.y)
      for (int c = threadIdx.x; c < columns; c += blockDim.x) {
        const int y = y0 + q - 1, x = x0 + c - 1;
        const bool in_grid = z >= 0 && z < h.nz && y >= 0 && y < h.ny && x >= 0 && x < h.nx;
        if (in_grid && z >= first - 1) once(z, q, c) = stepped(queue, h, z, q + 1, c + 1, y, x);
      }
    __syncthreads();
    if (z <= first) continue;
    for (int q = threadIdx.y; q < tall - 2; q += blockDim.y)
      for (int c = threadIdx.x; c < columns - 2; c += blockDim.x) {
        const int y = y0 + q, x = x0 + c;
        if (y < h.ny && x < h.nx) out(z - 1, y, x) = stepped(once, h, z - 1, q + 1, c + 1, y, x);
      }
  }
}

template <class T>
void two_launches(const TwoHeatSteps<T>& h, const LaunchShapes& followed, Stream stream) {
  if (followed.size() != 2) return;
  launch(direct<T, HeatStep<T>>, followed[0], stream, h.first);
  launch(direct<T, HeatStep<T>>, followed[1], stream, h.second);
}

template <class T>
void two_strided_launches(const TwoHeatSteps<T>& h, const LaunchShapes& followed, Stream stream) {
  if (followed.size() != 2) return;
  launch(direct<T, StridedStep<T>>, followed[0], stream, strided(h.first));
  launch(direct<T, StridedStep<T>>, followed[1], stream, strided(h.second));
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("stencil3d/direct", nested(direct<T, HeatStep<T>>));
    controls.add("stencil3d/tile_halo", nested(tile_halo<T, HeatStep<T>>));
    controls.add("stencil3d/stream", nested(stream<T, HeatStep<T>>));
    controls.add("stencil3d/two_launches", two_launches<T>);
    controls.add("stencil3d/two_steps", nested(two_steps<T>));
    controls.add_respelled("stencil3d/direct", nested(direct<T, StridedStep<T>>, strided<T>));
    controls.add_respelled("stencil3d/tile_halo", nested(tile_halo<T, StridedStep<T>>, strided<T>));
    controls.add_respelled("stencil3d/stream", nested(stream<T, StridedStep<T>>, strided<T>));
    controls.add_respelled("stencil3d/two_launches", two_strided_launches<T>);
  });
}

}  // namespace tilebridge::cuda::loops::stencil3d_experiment
