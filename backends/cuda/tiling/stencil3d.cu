// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: one element per thread, a box with its halo in shared memory, or a column
// along z whose middle lies in registers.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/tiling/stencil3d.hpp"

namespace tilebridge::cuda {
namespace {

template <class T>
__device__ std::size_t at(const HeatStep<T>& h, int z, int y, int x) {
  return (std::size_t(z) * h.ny + y) * h.nx + x;
}

template <class T>
__device__ bool holds(const HeatStep<T>& h, int z, int y, int x) {
  return z >= 0 && z < h.nz && y >= 0 && y < h.ny && x >= 0 && x < h.nx;
}

template <class T>
__device__ bool is_inside(const HeatStep<T>& h, int z, int y, int x) {
  return z > 0 && z < h.nz - 1 && y > 0 && y < h.ny - 1 && x > 0 && x < h.nx - 1;
}

template <class T>
__device__ T heated(T centre, T sum_of_neighbours) {
  return centre + HeatStep<T>::rate * (sum_of_neighbours - 6 * centre);
}

template <class T>
__global__ void direct(HeatStep<T> h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (!holds(h, z, y, x)) return;
  const T* in = h.in + at(h, z, y, x);
  const std::size_t row = h.nx, plane = row * h.ny;
  const T centre = *in;
  h.out[at(h, z, y, x)] =
      is_inside(h, z, y, x)
          ? heated(centre, in[-1] + in[1] + *(in - row) + in[row] + *(in - plane) + in[plane])
          : centre;
}

constexpr int columns = 32;
constexpr int rows = 8;
constexpr int planes = 4;  // of a box

template <class T>
__global__ void tile_halo(HeatStep<T> h) {
  __shared__ T tile[planes + 2][rows + 2][columns + 2];

  const int x0 = blockIdx.x * columns, y0 = blockIdx.y * rows, z0 = blockIdx.z * planes;
  for (int r = threadIdx.y; r < (planes + 2) * (rows + 2); r += rows)
    for (int c = threadIdx.x; c < columns + 2; c += columns) {
      const int p = r / (rows + 2), q = r % (rows + 2);
      const int z = z0 + p - 1, y = y0 + q - 1, x = x0 + c - 1;
      if (holds(h, z, y, x)) tile[p][q][c] = h.in[at(h, z, y, x)];
    }
  __syncthreads();

  const int q = threadIdx.y + 1, c = threadIdx.x + 1;
  const int y = y0 + threadIdx.y, x = x0 + threadIdx.x;
  for (int p = 1; p <= planes; ++p) {
    const int z = z0 + p - 1;
    if (!holds(h, z, y, x)) continue;
    const T centre = tile[p][q][c];
    h.out[at(h, z, y, x)] =
        is_inside(h, z, y, x)
            ? heated(centre, tile[p][q][c - 1] + tile[p][q][c + 1] + tile[p][q - 1][c] +
                                 tile[p][q + 1][c] + tile[p - 1][q][c] + tile[p + 1][q][c])
            : centre;
  }
}

constexpr int depth = 32;  // elements of a column

template <class T>
__global__ void __launch_bounds__(columns* rows) register_column(HeatStep<T> h) {
  const int x = blockIdx.x * columns + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * depth;
  const int last = min(first + depth, h.nz);
  if (x >= h.nx || y >= h.ny) return;
  const std::size_t row = h.nx, plane = row * h.ny;
  const bool on_side = x == 0 || x == h.nx - 1 || y == 0 || y == h.ny - 1;
  const T* in = h.in + at(h, first, y, x);
  T* out = h.out + at(h, first, y, x);

  T below = first > 0 ? *(in - plane) : 0;
  T centre = *in;
#pragma unroll 4
  for (int z = first; z < last; ++z) {
    const T above = z + 1 < h.nz ? in[plane] : 0;
    const bool is_copied = on_side || z == 0 || z == h.nz - 1;
    *out =
        is_copied ? centre : heated(centre, in[-1] + in[1] + *(in - row) + in[row] + below + above);
    below = centre;
    centre = above;
    in += plane;
    out += plane;
  }
}

template <auto kernel, int deep, class T>
void launch(const HeatStep<T>& h, dim3 threads, Stream stream) {
  const dim3 blocks(ceil_div(h.nx, threads.x), ceil_div(h.ny, threads.y), ceil_div(h.nz, deep));
  if (blocks.x > 0 && blocks.y > 0 && blocks.z > 0) kernel<<<blocks, threads, 0, stream>>>(h);
}

template <class T>
void add_of(Native& native) {
  native.add("stencil3d/direct", [](const HeatStep<T>& h, Stream stream) {
    launch<direct<T>, 2>(h, dim3(32, 4, 2), stream);
  });
  native.add("stencil3d/tile_halo", [](const HeatStep<T>& h, Stream stream) {
    launch<tile_halo<T>, planes>(h, dim3(columns, rows), stream);
  });
  native.add("stencil3d/register_column", [](const HeatStep<T>& h, Stream stream) {
    launch<register_column<T>, depth>(h, dim3(columns, rows), stream);
  });
}

}  // namespace

void add_stencil3d(Native& native) {
  add_of<float>(native);
  add_of<double>(native);
}

}  // namespace tilebridge::cuda
