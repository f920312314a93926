// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: one element per index triple of a range, or boxes with their halo in nested
// ranges.
#include "backends/cuda/ranges/ranges.hpp"
#include "catalogue/tiling/stencil3d.hpp"

namespace tilebridge::cuda::ranges::stencil3d_experiment {
namespace {

// [direct, tile_halo]
/// Elements by place, x fastest.
template <class T>
struct Volume {
  T* elements;
  int ny, nx;

  __device__ T& operator()(int z, int y, int x) const {
    return elements[(std::size_t(z) * ny + y) * nx + x];
  }
};

__device__ bool is_inside(int i, int count) { return i > 0 && i < count - 1; }

/// The element after the step; `in` has its neighbours too.
template <class T, class Elements>
__device__ T heated(const Elements& in, int z, int y, int x) {
  const T sum = in(z, y, x - 1) + in(z, y, x + 1) + in(z, y - 1, x) + in(z, y + 1, x) +
                in(z - 1, y, x) + in(z + 1, y, x);
  return in(z, y, x) + HeatStep<T>::rate * (sum - 6 * in(z, y, x));
}

// [direct]
template <class T>
__global__ void direct(HeatStep<T> h) {
  const Volume<const T> in = {h.in, h.ny, h.nx};
  const Volume<T> out = {h.out, h.ny, h.nx};
  const int z = z_in_range(), y = y_in_range(), x = x_in_range();
  if (z >= h.nz || y >= h.ny || x >= h.nx) return;
  const bool inside = is_inside(x, h.nx) && is_inside(y, h.ny) && is_inside(z, h.nz);
  out(z, y, x) = inside ? heated<T>(in, z, y, x) : in(z, y, x);
}

// [tile_halo]
constexpr int columns = 32;
constexpr int rows = 8;
constexpr int planes = 4;  // of a box

template <class T>
struct Tile {
  T* elements;  // [planes + 2][rows + 2][columns + 2]

  __device__ T& operator()(int p, int q, int c) const {
    return elements[(p * (rows + 2) + q) * (columns + 2) + c];
  }
};

template <class T>
__global__ void tile_halo(HeatStep<T> h) {
  const Tile<T> tile = {scratch<T>()};
  const Volume<const T> in = {h.in, h.ny, h.nx};
  const Volume<T> out = {h.out, h.ny, h.nx};
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
        out(z, y, x) = inside ? heated<T>(tile, p + 1, q + 1, c + 1) : tile(p + 1, q + 1, c + 1);
      }
}

// [/]

template <class T>
void add_of(Controls controls) {
  controls.add("stencil3d/direct", nested(direct<T>));
  controls.add("stencil3d/tile_halo", nested(tile_halo<T>));
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(Controls(native));
  add_of<double>(Controls(native));
}

}  // namespace tilebridge::cuda::ranges::stencil3d_experiment
