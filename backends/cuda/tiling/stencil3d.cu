// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: one element per thread, a box with its halo in shared memory, or a column
// along z whose middle lies in registers.
#include <algorithm>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "catalogue/tiling/stencil3d.hpp"

namespace tilebridge::cuda::stencil3d_experiment {
namespace {

// [*]
template <class T>
__device__ T heated(T centre, T sum_of_neighbours) {
  return centre + HeatStep<T>::rate * (sum_of_neighbours - 6 * centre);
}

// [direct, tile_halo]
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

// [direct]
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

// [tile_halo, register_column]
constexpr int columns = 32;
constexpr int rows = 8;

// [tile_halo]
constexpr int planes = 4;  // of a box

/// Without launch bounds: with them nvcc spares registers that nothing needs, by more instructions.
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

// [register_column]
constexpr int block_size = columns * rows;
constexpr int depth = 32;  // elements of a column

template <class T, int width>
constexpr int blocks_wanted = std::min(HeatStep<T>::blocks_wanted(width),
                                       most_resident_threads / block_size);

/// Neighbouring columns along z per thread, as wide as a Pack, of which a row is a whole number.
template <class T, int width>
__global__ void __launch_bounds__(block_size, blocks_wanted<T, width>)
    register_column(HeatStep<T> h) {
  using Elements = Pack<T, width>;
  const int v = blockIdx.x * columns + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * depth;
  const int last = min(first + depth, h.nz);
  const int row = h.nx / width;  // Packs
  if (v >= row || y >= h.ny) return;
  const std::size_t plane = std::size_t(row) * h.ny;
  const std::size_t start = (std::size_t(first) * h.ny + y) * row + v;
  const Elements* in = reinterpret_cast<const Elements*>(h.in) + start;
  Elements* out = reinterpret_cast<Elements*>(h.out) + start;
  const bool on_side = y == 0 || y == h.ny - 1;

  Elements below = first > 0 ? *(in - plane) : Elements{};
  Elements centre = *in;
  for (int z = first; z < last; ++z, in += plane, out += plane) {
    const Elements above = z + 1 < h.nz ? in[plane] : Elements{};
    Elements result = centre;
    if (!on_side && z > 0 && z < h.nz - 1) {
      const Elements front = *(in - row), back = in[row];
      const T* element = reinterpret_cast<const T*>(in);
      const T west = v > 0 ? *(element - 1) : 0;
      const T east = v < row - 1 ? element[width] : 0;
#pragma unroll
      for (int j = 0; j < width; ++j) {
        const bool on_edge = (j == 0 && v == 0) || (j == width - 1 && v == row - 1);
        const T left = j == 0 ? west : centre.values[j - 1];
        const T right = j == width - 1 ? east : centre.values[j + 1];
        const T sum =
            left + right + front.values[j] + back.values[j] + below.values[j] + above.values[j];
        if (!on_edge) result.values[j] = heated(centre.values[j], sum);
      }
    }
    *out = result;
    below = centre;
    centre = above;
  }
}

// [*]
/// Blocks whose threads have `wide` elements along x and `deep` along z.
template <auto kernel, int wide, int deep, class T>
void launch(const HeatStep<T>& h, dim3 threads, Stream stream) {
  const dim3 blocks(ceil_div(h.nx, wide * threads.x), ceil_div(h.ny, threads.y),
                    ceil_div(h.nz, deep));
  if (blocks.x > 0 && blocks.y > 0 && blocks.z > 0) kernel<<<blocks, threads, 0, stream>>>(h);
}

// [register_column]
template <class T>
void register_columns(const HeatStep<T>& h, Stream stream) {
  constexpr int width = pack_width<T>;
  const dim3 threads(columns, rows);
  if (h.nx % width == 0) return launch<register_column<T, width>, width, depth>(h, threads, stream);
  launch<register_column<T, 1>, 1, depth>(h, threads, stream);
}

// [/]

template <class T>
void add_of(NativeKernels& native) {
  native.add("stencil3d/direct", [](const HeatStep<T>& h, Stream stream) {
    launch<direct<T>, 1, 2>(h, dim3(32, 4, 2), stream);
  });
  native.add("stencil3d/tile_halo", [](const HeatStep<T>& h, Stream stream) {
    launch<tile_halo<T>, 1, planes>(h, dim3(columns, rows), stream);
  });
  native.add("stencil3d/register_column", register_columns<T>);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(native);
  add_of<double>(native);
}

}  // namespace tilebridge::cuda::stencil3d_experiment
