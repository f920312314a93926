// SPDX-License-Identifier: Apache-2.0
// A stencil of 25 elements. A thread computes one element; or a block walks from plane to plane,
// has each with its halo in shared memory and a queue along z in registers; or threads have columns
// of vectors with such a queue; or each plane is added to the sums of nine as it comes, brought by
// the copy engine or by the threads.
#include <algorithm>

#include "backends/cuda/async_copies.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/plane_ring.hpp"
#include "backends/instructions/wide_plane_copies.hpp"
#include "catalogue/tiling/stencil_wide.hpp"

namespace tilebridge::cuda::stencil_wide_experiment {
namespace {

using instructions::PlaneBox;
using instructions::PlaneSums;
using instructions::PlaneThread;
using instructions::RowsOfElements;
using instructions::RowsOfVectors;
using instructions::walk_planes;

constexpr int radius = WideStencil<float>::radius;
constexpr int columns = WideStencil<float>::columns;
constexpr int rows = WideStencil<float>::rows;
constexpr int walked = WideStencil<float>::walked;

template <class T>
__global__ void direct(WideStencil<T> s) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (!s.holds(z, y, x)) return;
  const T* in = s.in + s.at(z, y, x);
  const std::ptrdiff_t row = s.nx, plane = row * s.ny;
  T result = *in;
  if (s.is_inside(z, y, x)) {
    result *= s.weights[0];
    for (int k = 1; k <= radius; ++k)
      result += s.weights[k] *
                (in[-k] + in[k] + in[-k * row] + in[k * row] + in[-k * plane] + in[k * plane]);
  }
  s.out[s.at(z, y, x)] = result;
}

/// Returns 0 beyond the grid.
template <class T>
__device__ T value(const WideStencil<T>& s, int z, int y, int x) {
  return s.holds(z, y, x) ? s.in[s.at(z, y, x)] : 0;
}

/// Two tiles take turns, so that a plane takes one barrier: a thread that writes a tile has passed
/// the barrier of the plane between, which all others pass after they have read it.
template <class T>
__global__ void stream(WideStencil<T> s) {
  __shared__ T tiles[2][rows + 2 * radius][columns + 2 * radius];

  const int x = blockIdx.x * columns + threadIdx.x, y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * walked, last = min(first + walked, s.nz);
  const int q = threadIdx.y + radius, c = threadIdx.x + radius;
  const int dy = s.beside(threadIdx.y, rows), dx = s.beside(threadIdx.x, columns);
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
    if (s.is_inside(z, y, x)) {
      result *= s.weights[0];
#pragma unroll
      for (int k = 1; k <= radius; ++k)
        result += s.weights[k] * (tile[q][c - k] + tile[q][c + k] + tile[q - k][c] +
                                  tile[q + k][c] + queue[radius - k] + queue[radius + k]);
    }
    if (s.holds(z, y, x)) s.out[s.at(z, y, x)] = result;
#pragma unroll
    for (int k = 0; k < 2 * radius; ++k) queue[k] = queue[k + 1];
  }
}

constexpr int block_size = columns * rows;
constexpr int halo = 2 * radius;  // planes that a block loads besides its own

template <class T, int width>
constexpr int blocks_wanted = std::min(WideStencil<T>::blocks_wanted(width),
                                       most_resident_threads / block_size);

/// Returns the weighted sums for the Elements at `in`, whose neighbours along z are in the queue.
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

/// A thread has one column along z per element of a Pack, side by side; a row and the part of
/// it that is copied at each end are whole numbers of Packs. A plane is loaded one step before it
/// is needed. The step is 0 at the grid's end, where nothing is loaded: for a constant step nvcc
/// would keep a pointer per row, in too many registers.
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

constexpr int places = 4;  // of planes in shared memory

template <class T>
struct alignas(box_alignment) ArrivingPlanes {
  typename PlaneBox<T>::Tile tiles[places];
  PlaneRing<places> planes;
};

/// One thread calls it: it starts copying plane z with its halo, when there is room. Zeros arrive
/// beyond the grid.
template <class T>
__device__ void bring_plane(const TensorMap& map, const Walk& walk, int number,
                            ArrivingPlanes<T>& shared) {
  using Box = PlaneBox<T>;
  auto& tile = shared.tiles[number % places];
  Arrivals& arrivals = shared.planes.to_fill(number);
  arrivals.expect(sizeof(tile.vectors));
  start_box(tile.vectors, map, blockIdx.x * Box::columns - Box::side * Box::width,
            blockIdx.y * Box::rows - radius, walk.z(number), arrivals);
}

template <class T>
__device__ PlaneThread plane_thread() {
  return {static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y),
          static_cast<int>(blockIdx.x) * PlaneBox<T>::columns,
          static_cast<int>(blockIdx.y) * PlaneBox<T>::rows};
}

/// A plane is in shared memory while it is used and kept in registers for as long as others need
/// it.
template <class T>
__global__ void __launch_bounds__(PlaneBox<T>::threads)
    plane_boxes(const GRID_CONSTANT TensorMap map, WideStencil<T> s, int depth) {
  using Sums = PlaneSums<T, RowsOfVectors>;
  extern __shared__ __align__(box_alignment) unsigned char memory[];
  auto& shared = *reinterpret_cast<ArrivingPlanes<T>*>(memory);
  auto& planes = shared.planes;

  const Walk walk(blockIdx.z, depth, s.nz);
  const int total = walk.count + radius;  // planes that the block uses besides those before it
  const bool is_first = threadIdx.x + threadIdx.y == 0;
  if (is_first) planes.begin(PlaneBox<T>::down);
  __syncthreads();
  if (is_first)
    for (int n = 0; n < min(planes.ahead, total); ++n) bring_plane<T>(map, walk, n, shared);
  Sums sums(s, walk, plane_thread<T>());
  for (int base = 0; base < total; base += Sums::kept) {
#pragma unroll
    for (int place = 0; place < Sums::kept; ++place) {
      const int n = base + place, next = n + planes.ahead;
      if (n >= total) break;
      const auto& tile = shared.tiles[n % places];
      planes.wait_for(n);
      sums.add(s, place, tile);
      if (n >= radius) sums.store(s, Sums::before(place, radius), walk.z(n - radius));
      if (n < walk.count) sums.begin(s, place, tile);
      planes.release(n);
      if (is_first && next < total) bring_plane<T>(map, walk, next, shared);
    }
  }
}

/// Differs from `plane_boxes`: all threads copy a plane, in single elements where rows begin at any
/// of them, and wait for one another.
template <class T, template <class> class Rows>
__global__ void __launch_bounds__(PlaneBox<T>::threads) plane_copies(WideStencil<T> s, int depth) {
  extern __shared__ __align__(box_alignment) unsigned char memory[];
  auto* const tiles = reinterpret_cast<typename PlaneBox<T>::Tile*>(memory);
  const Walk walk(blockIdx.z, depth, s.nz);
  walk_planes<T, Rows, places>(s, walk, plane_thread<T>(), tiles);
}

/// Launches blocks of `threads` threads, each for a box of `box` elements.
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

/// Launches blocks of `kernel`, which have `bytes` of shared memory each, over a grid: walks of
/// planes, as short as the device's blocks at a time allow.
template <class T, class Kernel, class... More>
auto prepare_walks(Kernel kernel, std::size_t bytes, const WideStencil<T>& s, Stream stream,
                   const More&... more) {
  using Box = PlaneBox<T>;
  allow_shared_memory(kernel, bytes);
  const std::size_t across = ceil_div(s.nx, Box::columns) * ceil_div(s.ny, Box::rows);
  const int depth = planes_of_shortest_walk(
      across, s.nz, radius, resident_blocks(kernel, Box::threads, bytes), {1, s.nz / halo});
  const dim3 blocks(ceil_div(s.nx, Box::columns), ceil_div(s.ny, Box::rows), ceil_div(s.nz, depth));
  return [=] {
    if (across > 0 && s.nz > 0)
      kernel<<<blocks, dim3(Box::across, Box::down), bytes, stream>>>(more..., s, depth);
  };
}

template <class T>
auto prepare_plane_boxes(const WideStencil<T>& s, Stream stream) {
  using Box = PlaneBox<T>;
  check_bulk_copies(plane_boxes<T>);
  const TensorMap map =
      tensor_map<T>(s.in, {s.nx, s.ny, s.nz},
                    {Box::columns + 2 * Box::side * Box::width, Box::rows + 2 * radius, 1});
  return prepare_walks(plane_boxes<T>, sizeof(ArrivingPlanes<T>), s, stream, map);
}

template <class T>
auto prepare_plane_copies(const WideStencil<T>& s, Stream stream) {
  const auto kernel = s.nx % PlaneBox<T>::width == 0 ? plane_copies<T, RowsOfVectors>
                                                     : plane_copies<T, RowsOfElements>;
  check_async_copies(kernel);
  return prepare_walks(kernel, places * sizeof(typename PlaneBox<T>::Tile), s, stream);
}

template <class T>
void launch_direct(const WideStencil<T>& s, Stream stream) {
  launch(direct<T>, s, dim3(32, 4, 2), dim3(32, 4, 2), stream);
}

template <class T>
void launch_stream(const WideStencil<T>& s, Stream on) {
  launch(stream<T>, s, dim3(columns, rows), dim3(columns, rows, walked), on);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("stencil_wide/direct", launch_direct<T>);
    native.add("stencil_wide/stream", launch_stream<T>);
    native.add("stencil_wide/register_column", register_columns<T>);
    native.add_prepared("stencil_wide/plane_boxes", prepare_plane_boxes<T>);
    native.add_prepared("stencil_wide/plane_copies", prepare_plane_copies<T>);
  });
}

}  // namespace tilebridge::cuda::stencil_wide_experiment
