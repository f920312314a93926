// SPDX-License-Identifier: Apache-2.0
// A 7-point stencil: one element per thread; a box with its halo in shared memory; one plane after
// the other with its halo there, which asynchronous copies can fetch ahead; or a column along z
// whose middle is in registers; or planes that the copy engine brings. Two steps at once go by
// planes, with the first one's results in shared memory too.
#include <algorithm>

#include "backends/cuda/async_copies.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/plane_ring.hpp"
#include "catalogue/tiling/stencil3d.hpp"

namespace tilebridge::cuda::stencil3d_experiment {
namespace {

/// An element of the grid; 0 beyond it.
template <class T>
__device__ T value(const HeatStep<T>& h, int z, int y, int x) {
  return holds(h, z, y, x) ? h.in[at(h, z, y, x)] : 0;
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

constexpr int columns = HeatStep<float>::columns, rows = HeatStep<float>::rows;
constexpr int planes = HeatStep<float>::planes;

/// The kernel has no launch bounds: with them nvcc takes more instructions to save registers that
/// nothing needs.
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

constexpr int walked = HeatStep<float>::walked;

/// Two tiles take turns, so that a plane takes one barrier: a thread that writes a tile has passed
/// the barrier of the plane between, which all others pass after they have read it.
template <class T>
__global__ void stream(HeatStep<T> h) {
  __shared__ T tiles[2][rows + 2][columns + 2];

  const int x = blockIdx.x * columns + threadIdx.x, y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * walked, last = min(first + walked, h.nz);
  const int q = threadIdx.y + 1, c = threadIdx.x + 1;
  const int dy = beside(threadIdx.y, rows), dx = beside(threadIdx.x, columns);
  T below = value(h, first - 1, y, x);
  T centre = value(h, first, y, x);
  for (int z = first; z < last; ++z) {
    const T above = value(h, z + 1, y, x);
    auto& tile = tiles[z & 1];
    tile[q][c] = centre;
    if (dy != 0) tile[q + dy][c] = value(h, z, y + dy, x);
    if (dx != 0) tile[q][c + dx] = value(h, z, y, x + dx);
    __syncthreads();
    if (holds(h, z, y, x))
      h.out[at(h, z, y, x)] =
          is_inside(h, z, y, x) ? heated(centre, tile[q][c - 1] + tile[q][c + 1] + tile[q - 1][c] +
                                                     tile[q + 1][c] + below + above)
                                : centre;
    below = centre;
    centre = above;
  }
}

constexpr int places = 4;  // of planes in shared memory

template <class T>
using Plane = T[rows + 2][columns + 2];

/// Starts copying an element, if the grid has it.
template <class T>
__device__ void start_element(const HeatStep<T>& h, int z, int y, int x, T* to) {
  if (holds(h, z, y, x)) copy_async(to, h.in + at(h, z, y, x));
}

/// Starts copying plane z: each thread copies its own element and, on the block's edge, the element
/// beside it. Plane `last` is only above others and needs no halo.
template <class T>
__device__ void start_plane(const HeatStep<T>& h, int z, int last, Plane<T>& tile) {
  const int x = blockIdx.x * columns + threadIdx.x, y = blockIdx.y * rows + threadIdx.y;
  const int q = threadIdx.y + 1, c = threadIdx.x + 1;
  const int dy = beside(threadIdx.y, rows), dx = beside(threadIdx.x, columns);
  if (z <= last) start_element(h, z, y, x, &tile[q][c]);
  if (z < last && dy != 0) start_element(h, z, y + dy, x, &tile[q + dy][c]);
  if (z < last && dx != 0) start_element(h, z, y, x + dx, &tile[q][c + dx]);
  end_of_copies();
}

/// Differs from `stream`: plane z + `places` - 1 is started as soon as plane z - 1 has been used,
/// and takes its place. At the barrier of plane z the one above it is complete too. Elements of
/// halos begin at any address: they are copied one by one.
template <class T>
__global__ void cp_async_planes(HeatStep<T> h) {
  __shared__ Plane<T> tiles[places];
  constexpr int ahead = places - 1;

  const int x = blockIdx.x * columns + threadIdx.x, y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * walked, last = min(first + walked, h.nz);
  const int q = threadIdx.y + 1, c = threadIdx.x + 1;
  for (int k = 0; k < ahead; ++k) start_plane(h, first + k, last, tiles[k]);
  T below = value(h, first - 1, y, x);
  int turn = 0;
  for (int z = first; z < last; ++z) {
    wait_for_copies<ahead - 2>();
    __syncthreads();  // planes z and z + 1 are complete, plane z - 1 has been used
    start_plane(h, z + ahead, last, tiles[(turn + ahead) % places]);
    const auto& tile = tiles[turn];
    const T centre = tile[q][c];
    turn = (turn + 1) % places;
    if (holds(h, z, y, x))
      h.out[at(h, z, y, x)] =
          is_inside(h, z, y, x) ? heated(centre, tile[q][c - 1] + tile[q][c + 1] + tile[q - 1][c] +
                                                     tile[q + 1][c] + below + tiles[turn][q][c])
                                : centre;
    below = centre;
  }
}

constexpr int sector = 32;  // bytes, the least that memory moves

/// A plane of a block with its halo. The rows of a box may begin at any multiple of 16 bytes, but
/// the copy engine fetches 128 bytes at a time, which are five sectors where a box begins in the
/// middle of one.
template <class T>
struct alignas(box_alignment) Box {
  static constexpr int halo = sector / sizeof(T);  // along x
  static constexpr int width = halo + columns + halo;

  T values[rows + 2][width];
};

/// Has one thread start copying plane z with its halo. Zeros arrive beyond the grid.
template <class T>
__device__ void start_box_of(const TensorMap& map, int z, Box<T>& tile, Arrivals& arrivals) {
  if (threadIdx.x + threadIdx.y > 0) return;
  arrivals.expect(sizeof(tile.values));
  start_box(tile.values, map, blockIdx.x * columns - Box<T>::halo, blockIdx.y * rows - 1, z,
            arrivals);
}

/// Differs from `cp_async_planes`: one thread has the copy engine fetch a plane.
template <class T>
__global__ void tma_planes(const GRID_CONSTANT TensorMap map, HeatStep<T> h) {
  __shared__ Box<T> tiles[places];
  __shared__ Arrivals arrivals[places];
  constexpr int ahead = places - 1;

  const int x = blockIdx.x * columns + threadIdx.x, y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * walked, last = min(first + walked, h.nz);
  const int q = threadIdx.y + 1, c = threadIdx.x + Box<T>::halo;
  if (threadIdx.x < places && threadIdx.y == 0) arrivals[threadIdx.x].begin();
  __syncthreads();
  for (int k = 0; k < ahead && first + k <= last; ++k)
    start_box_of(map, first + k, tiles[k], arrivals[k]);
  T below = value(h, first - 1, y, x);
  arrivals[0].wait(0);
  for (int z = first; z < last; ++z) {
    const unsigned number = z - first, turn = number % places;
    const unsigned above = (number + 1) % places, free = (number + ahead) % places;
    arrivals[above].wait((number + 1) / places);
    before_bulk_copies();
    __syncthreads();  // plane z - 1 has been used
    if (z + ahead <= last) start_box_of(map, z + ahead, tiles[free], arrivals[free]);
    const auto& tile = tiles[turn].values;
    const T centre = tile[q][c];
    if (holds(h, z, y, x))
      h.out[at(h, z, y, x)] =
          is_inside(h, z, y, x)
              ? heated(centre, tile[q][c - 1] + tile[q][c + 1] + tile[q - 1][c] + tile[q + 1][c] +
                                   below + tiles[above].values[q][c])
              : centre;
    below = centre;
  }
}

constexpr int tall = HeatStep<float>::tall;

/// Each thread takes the first step for an element, and all threads but those on the block's edge
/// take the second one, a plane later: neighbouring blocks both compute the first step at the edge.
template <class T>
__global__ void two_steps(HeatStep<T> h) {
  __shared__ T tiles[2][tall + 2][columns + 2];
  __shared__ T once_heated[2][tall][columns];

  const int c = threadIdx.x, q = threadIdx.y;
  const int dx = beside(c, columns), dy = beside(q, tall);
  const int x = blockIdx.x * (columns - 2) + c - 1, y = blockIdx.y * (tall - 2) + q - 1;
  const int first = blockIdx.z * walked, last = min(first + walked, h.nz);
  const bool takes_both = dx == 0 && dy == 0;
  T below = value(h, first - 2, y, x);
  T centre = value(h, first - 1, y, x);
  T once_below = 0, once_centre = 0;
  for (int z = first - 1; z <= last; ++z) {
    const T above = value(h, z + 1, y, x);
    auto& tile = tiles[z & 1];
    tile[q + 1][c + 1] = centre;
    if (dy != 0) tile[q + 1 + dy][c + 1] = value(h, z, y + dy, x);
    if (dx != 0) tile[q + 1][c + 1 + dx] = value(h, z, y, x + dx);
    __syncthreads();
    const T once = is_inside(h, z, y, x)
                       ? heated(centre, tile[q + 1][c] + tile[q + 1][c + 2] + tile[q][c + 1] +
                                            tile[q + 2][c + 1] + below + above)
                       : centre;
    once_heated[z & 1][q][c] = once;  // in the next plane's turn for the other threads
    const auto& side = once_heated[(z - 1) & 1];
    if (takes_both && z > first && holds(h, z - 1, y, x))
      h.out[at(h, z - 1, y, x)] =
          is_inside(h, z - 1, y, x)
              ? heated(once_centre, side[q][c - 1] + side[q][c + 1] + side[q - 1][c] +
                                        side[q + 1][c] + once_below + once)
              : once_centre;
    below = centre;
    centre = above;
    once_below = once_centre;
    once_centre = once;
  }
}

constexpr int block_size = columns * rows;

[[maybe_unused]] constexpr int blocks_for(int wanted) {
  return std::min(wanted, most_resident_threads / block_size);
}

/// A pair of neighbouring columns along z per thread. A row is a whole number of pairs.
template <class T>
__global__ void __launch_bounds__(block_size, blocks_for(HeatStep<T>::blocks_of_pairs))
    pairs_of_columns(HeatStep<T> h) {
  constexpr int width = HeatStep<T>::pair, depth = HeatStep<T>::depth;
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

/// Several single columns along z per thread, a warp's width apart.
template <class T>
__global__ void __launch_bounds__(block_size, blocks_for(HeatStep<T>::blocks_of_apart))
    columns_apart(HeatStep<T> h) {
  constexpr int count = HeatStep<T>::apart, depth = HeatStep<T>::depth;
  const int x0 = blockIdx.x * columns * count + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * depth, last = min(first + depth, h.nz);
  if (x0 >= h.nx || y >= h.ny) return;
  const std::size_t row = h.nx, plane = row * h.ny;
  const T* in = h.in + at(h, first, y, x0);
  T* out = h.out + at(h, first, y, x0);
  T below[count], centre[count], above[count], sums[count];
#pragma unroll
  for (int k = 0; k < count; ++k) {
    const bool is_held = x0 + k * columns < h.nx;
    below[k] = is_held && first > 0 ? *(in + k * columns - plane) : 0;
    centre[k] = is_held ? in[k * columns] : 0;
  }
  for (int z = first; z < last; ++z, in += plane, out += plane) {
#pragma unroll
    for (int k = 0; k < count; ++k) {
      const T* const own = in + k * columns;
      const int x = x0 + k * columns;
      above[k] = x < h.nx && z + 1 < h.nz ? own[plane] : 0;
      sums[k] = is_inside(h, z, y, x) ? *(own - 1) + own[1] + *(own - row) + own[row] : 0;
    }
#pragma unroll
    for (int k = 0; k < count; ++k) {
      const int x = x0 + k * columns;
      const T result =
          is_inside(h, z, y, x) ? heated(centre[k], sums[k] + below[k] + above[k]) : centre[k];
      if (x < h.nx) out[k * columns] = result;
      below[k] = centre[k];
      centre[k] = above[k];
    }
  }
}

/// A block of `plane_boxes`: two warps side by side have a row of vectors, and each thread `tall`
/// rows, one below the other.
template <class T>
struct PlaneBox {
  static constexpr int width = pack_width<T>;
  static constexpr int across = 2 * warp_size, down = 4;  // threads
  static constexpr int block_size = across * down;
  static constexpr int blocks = 3;  // per SM
  static constexpr int tall = 2;
  static constexpr int columns = across * width, rows = down * tall;  // elements
  static constexpr int side = sector / sizeof(T);                     // elements beside a row
  static constexpr int depth = 4;                                     // planes per block
  static constexpr int places = 6;                                    // planes in shared memory

  /// A plane of the block, with a row before and one behind it. What is beside it is fetched only
  /// where the grid goes on.
  struct Tile {
    alignas(box_alignment) T middle[rows + 2][columns];
    alignas(box_alignment) T west[rows + 2][side];
    alignas(box_alignment) T east[rows + 2][side];
  };
  using Planes = PlaneRing<places>;

  struct Shared {
    Tile tiles[places];
    Planes planes;
  };
};

/// Maps of the same grid: for rows of a block, and for what is beside them.
struct PlaneMaps {
  TensorMap middle, side;
};

/// One thread calls it: it starts copying a plane with its halo, when there is room. Zeros arrive
/// beyond the grid.
template <class T>
__device__ void bring_plane(const PlaneMaps& maps, const HeatStep<T>& h, const Walk& walk,
                            int number, typename PlaneBox<T>::Shared& shared) {
  using Box = PlaneBox<T>;
  auto& tile = shared.tiles[number % Box::places];
  const int x = blockIdx.x * Box::columns, y = blockIdx.y * Box::rows - 1, z = walk.z(number);
  const bool has_west = x > 0, has_east = x + Box::columns < h.nx;
  Arrivals& arrivals = shared.planes.to_fill(number);
  arrivals.expect(sizeof(tile.middle) + has_west * sizeof(tile.west) +
                  has_east * sizeof(tile.east));
  start_box(tile.middle, maps.middle, x, y, z, arrivals);
  if (has_west) start_box(tile.west, maps.side, x - Box::side, y, z, arrivals);
  if (has_east) start_box(tile.east, maps.side, x + Box::columns, y, z, arrivals);
}

/// A thread's vectors of a plane, with the rows before and behind them, and the elements on their
/// left and right.
template <class T>
struct Seen {
  using Box = PlaneBox<T>;
  Pack<T> rows[Box::tall + 2];
  T left[Box::tall], right[Box::tall];

  __device__ explicit Seen(const typename Box::Tile& tile) {
    const int column = threadIdx.x * Box::width, first = threadIdx.y * Box::tall;
#pragma unroll
    for (int r = 0; r < Box::tall + 2; ++r)
      rows[r] = *reinterpret_cast<const Pack<T>*>(&tile.middle[first + r][column]);
#pragma unroll
    for (int r = 0; r < Box::tall; ++r) {
      const auto& own = rows[r + 1].values;
      const int row = first + r + 1;
      left[r] = __shfl_up_sync(0xffffffff, own[Box::width - 1], 1);
      right[r] = __shfl_down_sync(0xffffffff, own[0], 1);
      if (threadIdx.x == 0) left[r] = tile.west[row][Box::side - 1];
      if (threadIdx.x == warp_size) left[r] = tile.middle[row][column - 1];
      if (threadIdx.x == warp_size - 1) right[r] = tile.middle[row][column + Box::width];
      if (threadIdx.x == Box::across - 1) right[r] = tile.east[row][0];
    }
  }
};

/// A thread's vectors of the last plane that it has seen, and what was seen around them: all but
/// the plane that comes next.
template <class T>
class PlaneSteps {
  using Box = PlaneBox<T>;

 public:
  __device__ PlaneSteps(const HeatStep<T>& h, const Walk& walk)
      : x_(blockIdx.x * Box::columns + threadIdx.x * Box::width),
        y_(blockIdx.y * Box::rows + threadIdx.y * Box::tall),
        out_(h.out + at(h, walk.start, y_, x_)),
        plane_(std::ptrdiff_t(h.ny) * h.nx * walk.step) {
#pragma unroll
    for (int r = 0; r < Box::tall; ++r)
      if (holds(h, walk.z(-1), y_ + r, x_))
        own_[r] = *reinterpret_cast<const Pack<T>*>(h.in + at(h, walk.z(-1), y_ + r, x_));
  }

  /// Stores plane z, the one before `next`. Planes are stored in the order of the walk.
  __device__ void store(const HeatStep<T>& h, int z, const Seen<T>& next) {
#pragma unroll
    for (int r = 0; r < Box::tall; ++r) {
      Pack<T> result = own_[r];
#pragma unroll
      for (int i = 0; i < Box::width; ++i)
        if (is_inside(h, z, y_ + r, x_ + i))
          result.values[i] =
              heated(own_[r].values[i], sums_[r].values[i] + next.rows[r + 1].values[i]);
      if (holds(h, z, y_ + r, x_)) *reinterpret_cast<Pack<T>*>(out_ + r * h.nx) = result;
    }
    out_ += plane_;
  }

  /// Begins the sums of a plane, with its neighbours and the plane before it.
  __device__ void begin(const Seen<T>& plane) {
    constexpr int last = Box::width - 1;
#pragma unroll
    for (int r = 0; r < Box::tall; ++r) {
      const auto& own = plane.rows[r + 1].values;
#pragma unroll
      for (int i = 0; i < Box::width; ++i)
        sums_[r].values[i] = own_[r].values[i] + (i == 0 ? plane.left[r] : own[i - 1]) +
                             (i == last ? plane.right[r] : own[i + 1]) + plane.rows[r].values[i] +
                             plane.rows[r + 2].values[i];
      own_[r] = plane.rows[r + 1];
    }
  }

 private:
  int x_, y_;  // of the thread's first element
  T* out_;     // that element in the plane that is stored next
  std::ptrdiff_t plane_;
  Pack<T> own_[Box::tall] = {}, sums_[Box::tall] = {};
};

/// The copy engine fetches planes ahead, in rows as long as lines of memory. A plane is in shared
/// memory until all warps have seen it, and in registers until the next one has come.
template <class T>
__global__ void __launch_bounds__(PlaneBox<T>::block_size, PlaneBox<T>::blocks)
    plane_boxes(const GRID_CONSTANT PlaneMaps maps, HeatStep<T> h) {
  using Box = PlaneBox<T>;
  extern __shared__ __align__(box_alignment) unsigned char memory[];
  auto& shared = *reinterpret_cast<typename Box::Shared*>(memory);
  auto& planes = shared.planes;
  constexpr int ahead = Box::Planes::ahead;

  const Walk walk(blockIdx.z, Box::depth, h.nz);
  const int total = walk.count + 1;  // planes that the block uses besides the one before them
  const bool is_first = threadIdx.x + threadIdx.y == 0;
  if (is_first) planes.begin(Box::block_size / warp_size);
  __syncthreads();
  if (is_first)
    for (int n = 0; n < min(ahead, total); ++n) bring_plane(maps, h, walk, n, shared);
  PlaneSteps<T> steps(h, walk);
  for (int n = 0; n < total; ++n) {
    planes.wait_for(n);
    const Seen<T> seen(shared.tiles[n % Box::places]);
    planes.release(n);
    if (is_first && n + ahead < total) bring_plane(maps, h, walk, n + ahead, shared);
    if (n > 0) steps.store(h, walk.z(n - 1), seen);
    steps.begin(seen);
  }
}

/// Launches blocks of `threads` threads, each for a box of `box` elements.
template <class T>
void launch(void (*kernel)(HeatStep<T>), const HeatStep<T>& h, dim3 threads, dim3 box,
            Stream stream) {
  const dim3 blocks(ceil_div(h.nx, box.x), ceil_div(h.ny, box.y), ceil_div(h.nz, box.z));
  if (blocks.x > 0 && blocks.y > 0 && blocks.z > 0) kernel<<<blocks, threads, 0, stream>>>(h);
}

template <class T>
void launch_direct(const HeatStep<T>& h, Stream stream) {
  launch(direct<T>, h, dim3(32, 4, 2), dim3(32, 4, 2), stream);
}

template <class T, void (*kernel)(HeatStep<T>), int planes>
void launch_rows(const HeatStep<T>& h, Stream stream) {
  launch(kernel, h, dim3(columns, rows), dim3(columns, rows, planes), stream);
}

template <class T>
auto prepare_cp_async(const HeatStep<T>& h, Stream stream) {
  check_async_copies(cp_async_planes<T>);
  return [=] { launch_rows<T, cp_async_planes<T>, walked>(h, stream); };
}

template <class T>
auto prepare_tma(const HeatStep<T>& h, Stream stream) {
  const auto kernel = tma_planes<T>;
  check_bulk_copies(kernel);
  const TensorMap map = tensor_map<T>(h.in, {h.nx, h.ny, h.nz}, {Box<T>::width, rows + 2, 1});
  const dim3 blocks(ceil_div(h.nx, columns), ceil_div(h.ny, rows), ceil_div(h.nz, walked));
  return [=] {
    if (h.nx > 0 && h.ny > 0 && h.nz > 0)
      kernel<<<blocks, dim3(columns, rows), 0, stream>>>(map, h);
  };
}

template <class T>
auto prepare_plane_boxes(const HeatStep<T>& h, Stream stream) {
  using Box = PlaneBox<T>;
  constexpr std::size_t bytes = sizeof(typename Box::Shared);
  const auto kernel = plane_boxes<T>;
  check_bulk_copies(kernel);
  allow_shared_memory(kernel, bytes);
  const int size[] = {h.nx, h.ny, h.nz};
  const PlaneMaps maps = {tensor_map<T>(h.in, size, {Box::columns, Box::rows + 2, 1}),
                          tensor_map<T>(h.in, size, {Box::side, Box::rows + 2, 1})};
  const dim3 blocks(ceil_div(h.nx, Box::columns), ceil_div(h.ny, Box::rows),
                    ceil_div(h.nz, Box::depth));
  return [=] {
    if (h.nx > 0 && h.ny > 0 && h.nz > 0)
      kernel<<<blocks, dim3(Box::across, Box::down), bytes, stream>>>(maps, h);
  };
}

template <class T>
void launch_columns(const HeatStep<T>& h, Stream stream) {
  const bool is_even = h.nx % HeatStep<T>::pair == 0;
  const int width = is_even ? HeatStep<T>::pair : HeatStep<T>::apart;
  launch(is_even ? pairs_of_columns<T> : columns_apart<T>, h, dim3(columns, rows),
         dim3(columns * width, rows, HeatStep<T>::depth), stream);
}

template <class T>
void launch_twice(const TwoHeatSteps<T>& h, Stream stream) {
  launch_direct(h.first, stream);
  launch_direct(h.second, stream);
}

template <class T>
void launch_two_steps(const HeatStep<T>& h, Stream stream) {
  launch(two_steps<T>, h, dim3(columns, tall), dim3(columns - 2, tall - 2, walked), stream);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("stencil3d/direct", launch_direct<T>);
    native.add("stencil3d/tile_halo", launch_rows<T, tile_halo<T>, planes>);
    native.add("stencil3d/stream", launch_rows<T, stream<T>, walked>);
    native.add_prepared("stencil3d/cp_async", prepare_cp_async<T>);
    native.add_prepared("stencil3d/tma", prepare_tma<T>);
    native.add("stencil3d/register_column", launch_columns<T>);
    native.add_prepared("stencil3d/plane_boxes", prepare_plane_boxes<T>);
    native.add("stencil3d/two_launches", launch_twice<T>);
    native.add("stencil3d/two_steps", launch_two_steps<T>);
  });
}

}  // namespace tilebridge::cuda::stencil3d_experiment
