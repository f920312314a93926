// SPDX-License-Identifier: Apache-2.0
// A stencil of 25 elements: one element per thread, a plane after the other with its halo in shared
// memory and a queue along z in registers, or columns of vectors with such a queue.
#include <algorithm>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "catalogue/tiling/stencil_wide.hpp"

namespace tilebridge::cuda::stencil_wide_experiment {
namespace {

constexpr int radius = WideStencil<float>::radius;

template <class T>
__device__ std::size_t at(const WideStencil<T>& s, int z, int y, int x) {
  return (std::size_t(z) * s.ny + y) * s.nx + x;
}

template <class T>
__device__ bool holds(const WideStencil<T>& s, int z, int y, int x) {
  return z >= 0 && z < s.nz && y >= 0 && y < s.ny && x >= 0 && x < s.nx;
}

__device__ bool is_inside(int i, int count) { return i >= radius && i < count - radius; }

template <class T>
__device__ bool is_inside(const WideStencil<T>& s, int z, int y, int x) {
  return is_inside(z, s.nz) && is_inside(y, s.ny) && is_inside(x, s.nx);
}

template <class T>
__global__ void direct(WideStencil<T> s) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (!holds(s, z, y, x)) return;
  const T* in = s.in + at(s, z, y, x);
  const std::ptrdiff_t row = s.nx, plane = row * s.ny;
  T result = *in;
  if (is_inside(s, z, y, x)) {
    result *= s.weights[0];
    for (int k = 1; k <= radius; ++k)
      result += s.weights[k] *
                (in[-k] + in[k] + in[-k * row] + in[k * row] + in[-k * plane] + in[k * plane]);
  }
  s.out[at(s, z, y, x)] = result;
}

constexpr int columns = 32;
constexpr int rows = 8;

constexpr int walked = 64;  // planes by a block

/// 0 beyond the grid.
template <class T>
__device__ T value(const WideStencil<T>& s, int z, int y, int x) {
  return holds(s, z, y, x) ? s.in[at(s, z, y, x)] : 0;
}

/// -radius in the first and radius in the last of so many threads, which also load what lies so far
/// beside their own.
__device__ int beside(int thread, int threads) {
  return thread < radius ? -radius : thread >= threads - radius ? radius : 0;
}

/// Two tiles take turns, so that a plane takes one barrier: a thread that writes a tile has passed
/// the barrier of the plane between, which all others pass after they have read it.
template <class T>
__global__ void stream(WideStencil<T> s) {
  __shared__ T tiles[2][rows + 2 * radius][columns + 2 * radius];

  const int x = blockIdx.x * columns + threadIdx.x, y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * walked, last = min(first + walked, s.nz);
  const int q = threadIdx.y + radius, c = threadIdx.x + radius;
  const int dy = beside(threadIdx.y, rows), dx = beside(threadIdx.x, columns);
  T queue[2 * radius + 1];  // planes z - radius … z + radius
#pragma unroll
  for (int k = 0; k < 2 * radius; ++k) queue[k] = value(s, first - radius + k, y, x);
  for (int z = first; z < last; ++z) {
    queue[2 * radius] = value(s, z + radius, y, x);
    auto& tile = tiles[z & 1];
    tile[q][c] = queue[radius];
    if (dy != 0) tile[q + dy][c] = value(s, z, y + dy, x);
    if (dx != 0) tile[q][c + dx] = value(s, z, y, x + dx);
    __syncthreads();
    T result = queue[radius];
    if (is_inside(s, z, y, x)) {
      result *= s.weights[0];
#pragma unroll
      for (int k = 1; k <= radius; ++k)
        result += s.weights[k] * (tile[q][c - k] + tile[q][c + k] + tile[q - k][c] +
                                  tile[q + k][c] + queue[radius - k] + queue[radius + k]);
    }
    if (holds(s, z, y, x)) s.out[at(s, z, y, x)] = result;
#pragma unroll
    for (int k = 0; k < 2 * radius; ++k) queue[k] = queue[k + 1];
  }
}

constexpr int block_size = columns * rows;
constexpr int halo = 2 * radius;  // planes that a block loads besides its own

template <class T, int width>
constexpr int blocks_wanted = std::min(WideStencil<T>::blocks_wanted(width),
                                       most_resident_threads / block_size);

/// The weighted sums for the Elements at `in`, whose neighbours along z are in the queue.
template <class T, int width>
__device__ Pack<T, width> weighted(const WideStencil<T>& s, const Pack<T, width>* in, int row,
                                   const Pack<T, width>* queue) {
  constexpr int side = radius / width;  // Packs
  Pack<T, width> around[2 * side + 1], sums;
#pragma unroll
  for (int i = 0; i < 2 * side + 1; ++i) around[i] = i == side ? queue[radius] : *(in + (i - side));
  const auto along_x = [&](int i) { return around[i / width].values[i % width]; };
#pragma unroll
  for (int j = 0; j < width; ++j) sums.values[j] = s.weights[0] * queue[radius].values[j];
#pragma unroll
  for (int k = 1; k <= radius; ++k) {
    const Pack<T, width> front = *(in - k * row), back = in[k * row];
    const T weight = s.weights[k];
#pragma unroll
    for (int j = 0; j < width; ++j) {
      sums.values[j] += weight * (along_x(radius + j - k) + along_x(radius + j + k));
      sums.values[j] += weight * (front.values[j] + back.values[j]);
      sums.values[j] += weight * (queue[radius - k].values[j] + queue[radius + k].values[j]);
    }
  }
  return sums;
}

/// Neighbouring columns along z per thread, as wide as a Pack, of which a row and what is copied at
/// its ends are whole numbers. The plane that is next is loaded one plane ahead. The step is 0 at
/// the grid's end, which no load needs: of a constant step nvcc would make a pointer per row, and
/// too many registers.
template <class T, int width>
__global__ void __launch_bounds__(block_size, blocks_wanted<T, width>)
    register_column(WideStencil<T> s, int depth) {
  using Elements = Pack<T, width>;
  constexpr int side = radius / width;  // Packs
  const int v = blockIdx.x * columns + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * depth;
  const int last = min(first + depth, s.nz), end = min(last + radius, s.nz);
  const int row = s.nx / width;  // Packs
  if (v >= row || y >= s.ny) return;
  const std::size_t plane = std::size_t(row) * s.ny;
  const std::size_t start = (std::size_t(first) * s.ny + y) * row + v;
  const Elements* in = reinterpret_cast<const Elements*>(s.in) + start;
  Elements* out = reinterpret_cast<Elements*>(s.out) + start;
  const bool in_middle = v >= side && v < row - side && y >= radius && y < s.ny - radius;

  Elements queue[2 * radius + 2];  // planes z - radius … z + radius, and the next one
#pragma unroll
  for (int k = 0; k < 2 * radius + 1; ++k) {
    const int z = first + k - radius;
    queue[k] = z >= 0 && z < end ? *(in + std::ptrdiff_t(plane) * (k - radius)) : Elements{};
  }
  for (int z = first; z < last; ++z, out += plane) {
    const int next = z + radius + 1;
    queue[2 * radius + 1] = next < end ? in[plane * (radius + 1)] : Elements{};
    Elements result = queue[radius];
    if (in_middle && z >= radius && z < s.nz - radius) result = weighted(s, in, row, queue);
    *out = result;
#pragma unroll
    for (int k = 0; k < 2 * radius + 1; ++k) queue[k] = queue[k + 1];
    in += z + 1 < s.nz ? plane : 0;
  }
}

/// Blocks of `threads` threads, each for a box of so many elements.
template <class T, class... More>
void launch(void (*kernel)(WideStencil<T>, More...), const WideStencil<T>& s, dim3 threads,
            dim3 box, Stream stream, More... more) {
  const dim3 blocks(ceil_div(s.nx, box.x), ceil_div(s.ny, box.y), ceil_div(s.nz, box.z));
  if (blocks.x > 0 && blocks.y > 0 && blocks.z > 0)
    kernel<<<blocks, threads, 0, stream>>>(s, more...);
}

template <int width, class T>
void launch_columns(const WideStencil<T>& s, Stream stream) {
  const auto across = ceil_div(s.nx, width * columns) * ceil_div(s.ny, rows);
  const int resident = multiprocessors() * WideStencil<T>::blocks_wanted(width);
  const int depth = planes_per_block(across, s.nz, halo, resident);
  launch(register_column<T, width>, s, dim3(columns, rows), dim3(width * columns, rows, depth),
         stream, depth);
}

template <class T>
void register_columns(const WideStencil<T>& s, Stream stream) {
  constexpr int width = pack_width<T>;
  if (s.nx % width == 0) return launch_columns<width>(s, stream);
  launch_columns<1>(s, stream);
}

template <class T>
void add_of(NativeKernels& native) {
  native.add("stencil_wide/direct", [](const WideStencil<T>& s, Stream stream) {
    launch(direct<T>, s, dim3(32, 4, 2), dim3(32, 4, 2), stream);
  });
  native.add("stencil_wide/stream", [](const WideStencil<T>& s, Stream on) {
    launch(stream<T>, s, dim3(columns, rows), dim3(columns, rows, walked), on);
  });
  native.add("stencil_wide/register_column", register_columns<T>);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  add_of<float>(native);
  add_of<double>(native);
}

}  // namespace tilebridge::cuda::stencil_wide_experiment
