// SPDX-License-Identifier: Apache-2.0
// 32 × 32 tiles with blocks of 32 × 8 threads: each thread moves four elements, 8 rows apart.
// Asynchronous copies fill such tiles for blocks that walk through them. The tuned variant uses its
// own tiles.
#include <algorithm>

#include "backends/cuda/async_copies.hpp"
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/tensor_maps.hpp"
#include "catalogue/half.hpp"
#include "catalogue/tiling/transpose.hpp"

namespace tilebridge::cuda::transpose_experiment {
namespace {

/// Index of the element in row y, column x of a matrix; 64 bits, because a matrix may hold more
/// than 2³¹ elements.
__device__ std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

constexpr int tile = Transpose<float>::tile;
constexpr int rows_per_pass = Transpose<float>::rows_per_pass;
constexpr int block_size = tile * rows_per_pass;

template <class T>
__global__ void read_coalesced(Transpose<T> t) {
  const int x = blockIdx.x * tile + threadIdx.x;
  const int y = blockIdx.y * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass)
    if (x < t.cols && y + j < t.rows) t.out[at(x, y + j, t.rows)] = t.in[at(y + j, x, t.cols)];
}

template <class T>
__global__ void write_coalesced(Transpose<T> t) {
  const int x = blockIdx.y * tile + threadIdx.x;  // a column of the output
  const int y = blockIdx.x * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass)
    if (x < t.rows && y + j < t.cols) t.out[at(y + j, x, t.rows)] = t.in[at(x, y + j, t.cols)];
}

template <class T, class Tile>
__global__ void staged_tile(Transpose<T> t) {
  __shared__ T staged[tile][Tile::columns];

  int x = blockIdx.x * tile + threadIdx.x;
  int y = blockIdx.y * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass) {
    const int row = threadIdx.y + j;
    if (x < t.cols && y + j < t.rows)
      staged[row][Tile::column(row, threadIdx.x)] = t.in[at(y + j, x, t.cols)];
  }
  __syncthreads();

  x = blockIdx.y * tile + threadIdx.x;  // the tile's position in the output
  y = blockIdx.x * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass) {
    const int column = threadIdx.y + j;
    if (x < t.rows && y + j < t.cols)
      t.out[at(y + j, x, t.rows)] = staged[threadIdx.x][Tile::column(threadIdx.x, column)];
  }
}

template <class T, void (*kernel)(Transpose<T>)>
void launch(const Transpose<T>& t, Stream stream) {
  const dim3 blocks(ceil_div(t.cols, tile), ceil_div(t.rows, tile));
  const dim3 threads(tile, rows_per_pass);
  if (t.rows > 0 && t.cols > 0) kernel<<<blocks, threads, 0, stream>>>(t);
}

/// Along a side of so many elements.
__host__ __device__ inline unsigned tiles_along(int side) { return (side + tile - 1) / tile; }

template <class T>
__host__ __device__ unsigned tiles_of(const Transpose<T>& t) {
  return tiles_along(t.cols) * tiles_along(t.rows);
}

/// Column and row of the tile's first element. Tiles are numbered along the input's rows.
template <class T>
__device__ int2 corner(const Transpose<T>& t, unsigned number) {
  const unsigned across = tiles_along(t.cols);
  return make_int2(number % across * tile, number / across * tile);
}

/// A thread takes so many vectors of one row from a tile, `rows_per_pass` vectors apart.
template <class T>
constexpr int vectors_held = tile* tile / pack_width<T> / block_size;

/// Neighbouring threads write their elements along rows of the output.
template <class T>
__device__ void write_out(const Transpose<T>& t, int2 first,
                          const Pack<T> (&held)[vectors_held<T>]) {
  constexpr int vector = pack_width<T>;
  const int y = first.y + threadIdx.x % tile;
#pragma unroll
  for (int e = 0; e < vectors_held<T> * vector; ++e) {
    const int column = (threadIdx.x / tile + e / vector * rows_per_pass) * vector + e % vector;
    const int x = first.x + column;
    if (x < t.cols && y < t.rows) t.out[at(x, y, t.rows)] = held[e / vector].values[e % vector];
  }
}

/// The distance between rows of a tile that is copied and read in vectors of 16 bytes: an odd
/// number of them, so that in 8 rows the same column lies in different banks. Rows of 33 elements
/// would begin where only single ones can be copied, and read.
template <class T>
constexpr int pitch = tile + pack_width<T>;

/// Starts copying the tile by `width` elements at a time. A tile beyond the last one has no rows of
/// the matrix. What lies beyond the matrix stays undefined, and is never written out.
template <int width, class T>
__device__ void start(const Transpose<T>& t, unsigned number, T (&staged)[tile][pitch<T>]) {
  using Elements = Pack<T, width>;
  constexpr int across = tile / width;
  const int2 first = corner(t, number);
#pragma unroll
  for (int pass = 0; pass < tile * across / block_size; ++pass) {
    const int copy = threadIdx.x + pass * block_size;
    const int row = copy / across, column = copy % across * width;
    const int x = first.x + column, y = first.y + row;
    if (x < t.cols && y < t.rows)
      copy_async(reinterpret_cast<Elements*>(&staged[row][column]),
                 reinterpret_cast<const Elements*>(t.in + at(y, x, t.cols)));
  }
  end_of_copies();
}

/// A block walks through tiles. Neighbouring threads read vectors of neighbouring rows. As soon as
/// a tile has been read, another one is on its way to its place: with two places, one arrives while
/// the other is read and written out.
template <class T, int width, int places>
__global__ void cp_async_tiles(Transpose<T> t) {
  alignas(16) __shared__ T staged[places][tile][pitch<T>];

  for (int k = 0; k < places; ++k) start<width>(t, blockIdx.x + k * gridDim.x, staged[k]);
  int turn = 0;
  for (unsigned number = blockIdx.x; number < tiles_of(t); number += gridDim.x) {
    wait_for_copies<places - 1>();
    __syncthreads();  // this tile is complete
    const int row = threadIdx.x % tile;
    Pack<T> held[vectors_held<T>];
#pragma unroll
    for (int v = 0; v < vectors_held<T>; ++v) {
      const int column = (threadIdx.x / tile + v * rows_per_pass) * pack_width<T>;
      held[v] = *reinterpret_cast<const Pack<T>*>(&staged[turn][row][column]);
    }
    __syncthreads();  // it has been read
    start<width>(t, number + places * gridDim.x, staged[turn]);
    write_out(t, corner(t, number), held);
    turn = (turn + 1) % places;
  }
}

/// Copies vectors where all rows begin on a boundary of 16 bytes, and single elements otherwise.
template <class T, int places>
auto prepare_cp_async(const Transpose<T>& t, Stream stream) {
  constexpr int width = pack_width<T>;
  const auto kernel =
      t.cols % width == 0 ? cp_async_tiles<T, width, places> : cp_async_tiles<T, 1, places>;
  check_async_copies(kernel);
  const auto blocks = std::min<std::size_t>(tiles_of(t), resident_blocks(kernel, block_size));
  return [=] {
    if (blocks > 0) kernel<<<blocks, block_size, 0, stream>>>(t);
  };
}

/// A tile as the copy engine leaves it: boxes of 32 rows of 128 bytes, in which vector v of row r
/// is at place v xor r mod 8, so that in 8 rows the same vector lies in different banks.
template <class T>
struct alignas(swizzle_alignment) Boxes {
  static constexpr int vectors = swizzled_bytes / sizeof(Pack<T>);  // in a row
  static constexpr int columns = vectors * pack_width<T>;
  static_assert(vectors == rows_per_pass);

  Pack<T> box[tile / columns][tile][vectors];
};

/// Has one thread start copying the tile, if there is one. Beyond the matrix zeros arrive.
template <class T>
__device__ void start_boxes(const TensorMap& map, const Transpose<T>& t, unsigned number,
                            Boxes<T>& staged, Arrivals& arrivals) {
  if (threadIdx.x != 0 || number >= tiles_of(t)) return;
  const int2 first = corner(t, number);
  arrivals.expect(sizeof(staged));
  for (int b = 0; b < tile / Boxes<T>::columns; ++b)
    start_box(staged.box[b], map, first.x + b * Boxes<T>::columns, first.y, arrivals);
}

/// Differs from `cp_async_tiles`: one thread has the copy engine fetch a tile.
template <class T, int places>
__global__ void tma_tiles(const GRID_CONSTANT TensorMap map, Transpose<T> t) {
  __shared__ Boxes<T> staged[places];
  __shared__ Arrivals arrivals[places];

  if (threadIdx.x < places) arrivals[threadIdx.x].begin();
  __syncthreads();
  for (int k = 0; k < places; ++k)
    start_boxes(map, t, blockIdx.x + k * gridDim.x, staged[k], arrivals[k]);
  unsigned before = 0;  // tiles
  for (unsigned number = blockIdx.x; number < tiles_of(t); number += gridDim.x, ++before) {
    const unsigned turn = before % places;
    arrivals[turn].wait(before / places);
    const int row = threadIdx.x % tile, vector = threadIdx.x / tile;
    Pack<T> held[vectors_held<T>];
#pragma unroll
    for (int v = 0; v < vectors_held<T>; ++v)
      held[v] = staged[turn].box[v][row][vector ^ (row % Boxes<T>::vectors)];
    before_bulk_copies();
    __syncthreads();  // it has been read
    start_boxes(map, t, number + places * gridDim.x, staged[turn], arrivals[turn]);
    write_out(t, corner(t, number), held);
  }
}

template <class T, int places>
auto prepare_tma(const Transpose<T>& t, Stream stream) {
  const auto kernel = tma_tiles<T, places>;
  check_bulk_copies(kernel);
  const TensorMap map =
      tensor_map<T>(t.in, {t.cols, t.rows}, {Boxes<T>::columns, tile}, Arrangement::swizzled);
  const auto blocks = std::min<std::size_t>(tiles_of(t), resident_blocks(kernel, block_size));
  return [=] {
    if (blocks > 0) kernel<<<blocks, block_size, 0, stream>>>(map, t);
  };
}

/// Rows and columns of a tile, by the elements that a thread accesses at once.
template <int width>
constexpr int large_tile = width == 4 ? 128 : 64;
constexpr int large_block = 512;
/// Returns how many blocks with so much shared memory an SM should hold: then a thread has
/// 32 registers, or 40 for double.
template <class T>
constexpr int large_blocks_wanted(std::size_t shared_bytes) {
  return blocks_held(
      std::min(sizeof(T) == sizeof(double) ? 3 : 4, most_resident_threads / large_block),
      shared_bytes);
}

/// Each thread moves cells of width × width elements and transposes each in registers, so that all
/// its reads and writes are Packs. Column `cell` of a row of cells is staged in column `cell` xor
/// the row: rows and columns alike use different banks. Neighbouring blocks are stacked vertically
/// in the input, so that together they write whole rows of the output. Staged elements beyond the
/// edge of the matrix are undefined and never read: clearing them first would cost instructions.
template <class T, int width>
__global__ void __launch_bounds__(
    large_block, large_blocks_wanted<T>(sizeof(T[large_tile<width>][large_tile<width>])))
    vector_tile(Transpose<T> t) {
  constexpr int side = large_tile<width>;
  constexpr int cells = side / width;  // along one side of the tile
  constexpr int passes = cells * cells / large_block;
  __shared__ Pack<T, width> staged[side][cells];  // a row is a column of the input

  const int x0 = blockIdx.y * side;
  const int y0 = blockIdx.x * side;
  Pack<T, width> held[passes][width];
#pragma unroll
  for (int pass = 0; pass < passes; ++pass) {
    const unsigned cell = threadIdx.x + pass * large_block;
    const int x = x0 + cell % cells * width;
    const int y = y0 + cell / cells * width;
#pragma unroll
    for (int k = 0; k < width; ++k)
      if (x < t.cols && y < t.rows)
        held[pass][k] = *reinterpret_cast<const Pack<T, width>*>(t.in + at(y + k, x, t.cols));
  }
#pragma unroll
  for (int pass = 0; pass < passes; ++pass) {
    const unsigned cell = threadIdx.x + pass * large_block;
    const int c = cell % cells;
    const int r = cell / cells;
#pragma unroll
    for (int k = 0; k < width; ++k) {
      Pack<T, width> column;
#pragma unroll
      for (int j = 0; j < width; ++j) column.values[j] = held[pass][j].values[k];
      staged[c * width + k][r ^ c] = column;
    }
  }
  __syncthreads();
#pragma unroll
  for (int pass = 0; pass < passes * width; ++pass) {
    const unsigned pack = threadIdx.x + pass * large_block;
    const int r = pack % cells;
    const int row = pack / cells;
    const int x = x0 + row;
    const int y = y0 + r * width;
    if (x < t.cols && y < t.rows)
      *reinterpret_cast<Pack<T, width>*>(t.out + at(x, y, t.rows)) = staged[row][r ^ (row / width)];
  }
}

template <int width, class T>
void launch_large_tiles(const Transpose<T>& t, Stream stream) {
  const dim3 blocks(ceil_div(t.rows, large_tile<width>), ceil_div(t.cols, large_tile<width>));
  vector_tile<T, width><<<blocks, large_block, 0, stream>>>(t);
}

template <class T>
using Shifted = T[ShiftedTile<T>::rows][ShiftedTile<T>::columns];

/// Each thread moves single elements, first along rows of the input and then along rows of the
/// output. `inside(y, x)` tells whether the input has such an element.
template <class T, class Inside>
__device__ void move_shifted(const Transpose<T>& t, int x0, int y0, Shifted<T>& staged,
                             const Inside& inside) {
  using Tile = ShiftedTile<T>;
  constexpr int lines = large_block / Tile::side;  // that all threads move at once
  constexpr int passes = (Tile::rows + lines - 1) / lines;
  const int place = threadIdx.x % Tile::side;
  const int line = threadIdx.x % large_block / Tile::side;

  const int x = x0 + place;
  const int top = y0 - Tile::above;
  const T* from = t.in + std::ptrdiff_t{top + line} * t.cols + x;
  T held[passes];
#pragma unroll
  for (int pass = 0; pass < passes; ++pass, from += std::ptrdiff_t{lines} * t.cols) {
    const int row = line + pass * lines;
    if (row < Tile::rows && inside(top + row, x)) held[pass] = *from;
  }
#pragma unroll
  for (int pass = 0; pass < passes; ++pass) {
    const int row = line + pass * lines;
    if (row < Tile::rows) staged[row][place] = held[pass];
  }
  __syncthreads();
  const unsigned rows = t.rows;
  const unsigned begin = (x0 + line) * rows;  // of a row of the output, modulo 2³²
  T* to = t.out + std::ptrdiff_t{x0 + line} * t.rows + (y0 + place);
#pragma unroll
  for (int pass = 0; pass < Tile::side / lines; ++pass, to += std::ptrdiff_t{lines} * t.rows) {
    const int column = line + pass * lines;
    const int shift = Tile::shift(begin + pass * lines * rows);
    const T element = staged[Tile::above - shift + place][column];
    if (inside(y0 - shift + place, x0 + column)) *(to - shift) = element;
  }
}

/// Blocks are ordered, and elements beyond the edge undefined, as in `vector_tile`.
template <class T>
__global__ void __launch_bounds__(large_block, large_blocks_wanted<T>(sizeof(Shifted<T>)))
    shifted_tile(Transpose<T> t) {
  using Tile = ShiftedTile<T>;
  __shared__ Shifted<T> staged;

  const int x0 = blockIdx.y * Tile::side;
  const int y0 = blockIdx.x * Tile::side;
  if (y0 >= Tile::above && y0 + Tile::side <= t.rows && x0 + Tile::side <= t.cols)
    move_shifted(t, x0, y0, staged, [](int, int) { return true; });
  else
    move_shifted(t, x0, y0, staged,
                 [&](int y, int x) { return x < t.cols && y >= 0 && y < t.rows; });
}

template <class T>
void launch_shifted_tiles(const Transpose<T>& t, Stream stream) {
  const dim3 blocks(ShiftedTile<T>::along(t.rows), ceil_div(t.cols, ShiftedTile<T>::side));
  shifted_tile<<<blocks, large_block, 0, stream>>>(t);
}

template <class T>
void launch_vector_tile(const Transpose<T>& t, Stream stream) {
  if (t.rows == 0 || t.cols == 0) return;
  if constexpr (is_short<T>)
    if (t.rows % 4 == 0 && t.cols % 4 == 0) return launch_large_tiles<4>(t, stream);
  const bool even = t.rows % 2 == 0 && t.cols % 2 == 0;
  even ? launch_large_tiles<2>(t, stream) : launch_shifted_tiles(t, stream);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double, Half>([&]<class T>() {
    native.add("transpose/read_coalesced", launch<T, read_coalesced<T>>);
    native.add("transpose/write_coalesced", launch<T, write_coalesced<T>>);
    native.add("transpose/tile", launch<T, staged_tile<T, PlainTile>>);
    native.add("transpose/padded_tile", launch<T, staged_tile<T, PaddedTile>>);
    native.add("transpose/swizzled_tile", launch<T, staged_tile<T, SwizzledTile>>);
    native.add("transpose/vector_tile", launch_vector_tile<T>);
  });
  kernels::for_types<float, double>([&]<class T>() {
    native.add_prepared("transpose/cp_async", prepare_cp_async<T, 1>);
    native.add_prepared("transpose/cp_async_double", prepare_cp_async<T, 2>);
    native.add_prepared("transpose/tma", prepare_tma<T, 1>);
    native.add_prepared("transpose/tma_double", prepare_tma<T, 2>);
  });
}

}  // namespace tilebridge::cuda::transpose_experiment
