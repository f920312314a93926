// SPDX-License-Identifier: Apache-2.0
// One pixel per thread, in blocks of 32 × 8: a warp covers part of a row, so its reads of a tile
// row hit 32 different banks. In blocks of 16 × 16 it covers parts of two rows, whose ends meet in
// four banks. In the tuned variant each thread computes a strip of pixels.
#include <type_traits>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/symbol.hpp"
#include "catalogue/tiling/conv2d.hpp"

namespace tilebridge::cuda::conv2d_experiment {
namespace {

constexpr int width = Filter5x5::width;
constexpr int radius = Filter5x5::radius;
constexpr int columns = Conv2d<float>::tile_columns;
constexpr int rows = Conv2d<float>::tile_rows;
constexpr int block_size = rows * columns;

template <class T>
__global__ void direct(Conv2d<T> p) {
  const int x = blockIdx.x * columns + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  if (x >= p.cols || y >= p.rows) return;
  T sum = 0;
  for (int j = 0; j < width; ++j)
    for (int i = 0; i < width; ++i)
      sum += p.filter[j * width + i] * p.pixel(y + j - radius, x + i - radius);
  p.out[p.at(y, x)] = sum;
}

}  // namespace

// Outside the anonymous namespace, in which clang 15 keeps variables from HIP's runtime.
__constant__ float filter_of_floats[width * width];
__constant__ double filter_of_doubles[width * width];

namespace {

SymbolOwner of_floats;
SymbolOwner of_doubles;

template <class T>
struct ConstantFilter {
  __device__ T operator()(int j, int i) const {
    if constexpr (std::is_same_v<T, float>)
      return filter_of_floats[j * width + i];
    else
      return filter_of_doubles[j * width + i];
  }
};

auto filter_contents(const Conv2d<float>& p, Stream stream) {
  return SymbolContents(filter_of_floats, of_floats, p.filter, stream);
}
auto filter_contents(const Conv2d<double>& p, Stream stream) {
  return SymbolContents(filter_of_doubles, of_doubles, p.filter, stream);
}

template <class T, class Filter, int columns, int rows>
__global__ void tile_halo(Conv2d<T> p, Filter filter) {
  static_assert(columns * rows == block_size);
  constexpr int halo_columns = columns + 2 * radius;
  constexpr int halo_rows = rows + 2 * radius;
  constexpr int halo_size = halo_rows * halo_columns;
  __shared__ T tile[halo_rows][halo_columns];

  const int x0 = blockIdx.x * columns;
  const int y0 = blockIdx.y * rows;
  for (int first = 0; first < halo_size; first += block_size) {
    const unsigned i = first + threadIdx.y * columns + threadIdx.x;
    const int r = i / halo_columns;
    const int c = i % halo_columns;
    if (i < halo_size) tile[r][c] = p.pixel(y0 + r - radius, x0 + c - radius);
  }
  __syncthreads();

  const int x = x0 + threadIdx.x;
  const int y = y0 + threadIdx.y;
  if (x >= p.cols || y >= p.rows) return;
  T sum = 0;
  for (int j = 0; j < width; ++j)
    for (int i = 0; i < width; ++i) sum += filter(j, i) * tile[threadIdx.y + j][threadIdx.x + i];
  p.out[p.at(y, x)] = sum;
}

template <int columns, int rows, class T, class... Filter>
void launch(void (*kernel)(Conv2d<T>, Filter...), const Conv2d<T>& p, Stream stream,
            Filter... filter) {
  const dim3 blocks(ceil_div(p.cols, columns), ceil_div(p.rows, rows));
  const dim3 threads(columns, rows);
  if (p.rows > 0 && p.cols > 0) kernel<<<blocks, threads, 0, stream>>>(p, filter...);
}

template <class T>
constexpr int strip_columns = pack_width<T>;  // per thread: one Pack
constexpr int strip_rows = 8;
constexpr int strip_block_rows = 4;  // in threads
constexpr int strip_block_size = columns * strip_block_rows;
template <class T>
constexpr int window = strip_columns<T> + 2 * radius;
/// Rows are loaded this far before they are used; Kokkos's kernel is faster with fewer. The blocks
/// that should fit on an SM leave 96 registers per thread, and 80 for double in Packs.
template <class T, bool aligned>
constexpr int rows_ahead = aligned && sizeof(T) == sizeof(float) ? 3 : 2;
template <class T, bool aligned>
constexpr int strip_blocks_wanted = aligned && sizeof(T) == sizeof(double) ? 6 : 5;

template <class T>
struct Window {
  T pixels[window<T>];
};

/// Loads the pixels of row y starting at x - radius. If `aligned`, rows consist of whole Packs.
template <bool aligned, class T>
__device__ Window<T> load_window(const Conv2d<T>& p, int y, int x) {
  constexpr int columns = strip_columns<T>;
  const bool inside = y >= 0 && y < p.rows;
  // Above and below the image `here` lies outside the array. Strictly, the language does not allow
  // such a pointer, but it is never dereferenced there.
  const T* here = p.in + (std::ptrdiff_t(y) * p.cols + x);
  Window<T> w;
  if constexpr (aligned) {
    using Side = Pack<T, radius>;
    const Side none = {};
    const Side left = inside && x > 0 ? *reinterpret_cast<const Side*>(here - radius) : none;
    const Pack<T> middle = inside ? *reinterpret_cast<const Pack<T>*>(here) : Pack<T>{};
    const bool has_right = inside && x + columns < p.cols;
    const Side right = has_right ? *reinterpret_cast<const Side*>(here + columns) : none;
#pragma unroll
    for (int i = 0; i < radius; ++i) w.pixels[i] = left.values[i];
#pragma unroll
    for (int i = 0; i < columns; ++i) w.pixels[radius + i] = middle.values[i];
#pragma unroll
    for (int i = 0; i < radius; ++i) w.pixels[radius + columns + i] = right.values[i];
  } else {
#pragma unroll
    for (int i = 0; i < window<T>; ++i) w.pixels[i] = p.pixel(y, x + i - radius);
  }
  return w;
}

template <bool aligned, class T>
__device__ void store_row(const Conv2d<T>& p, int y, int x, const T (&sums)[strip_columns<T>]) {
  T* here = p.out + p.at(y, x);
  if constexpr (aligned) {
    Pack<T> row;
#pragma unroll
    for (int c = 0; c < strip_columns<T>; ++c) row.values[c] = sums[c];
    *reinterpret_cast<Pack<T>*>(here) = row;
  } else {
    for (int c = 0; c < strip_columns<T>; ++c)
      if (x + c < p.cols) here[c] = sums[c];
  }
}

/// Every row of pixels is loaded once and added to the five rows of sums that need it.
template <class T, bool aligned>
__global__ void __launch_bounds__(strip_block_size, strip_blocks_wanted<T, aligned>)
    register_strip(Conv2d<T> p) {
  constexpr ConstantFilter<T> filter;
  const int x = (blockIdx.x * columns + threadIdx.x) * strip_columns<T>;
  const int y0 = (blockIdx.y * strip_block_rows + threadIdx.y) * strip_rows;
  if (x >= p.cols || y0 >= p.rows) return;
  constexpr int input_rows = strip_rows + 2 * radius;
  constexpr int ahead = rows_ahead<T, aligned>;
  Window<T> in[input_rows];  // at most `ahead` of these are live at a time
  T sums[strip_rows][strip_columns<T>] = {};
#pragma unroll
  for (int r = 0; r < ahead; ++r) in[r] = load_window<aligned>(p, y0 + r - radius, x);
#pragma unroll
  for (int r = 0; r < input_rows; ++r) {
    const int next = r + ahead;
    if (next < input_rows) in[next] = load_window<aligned>(p, y0 + next - radius, x);
#pragma unroll
    for (int j = 0; j < width; ++j) {
      const int row = r - j;
      if (row < 0 || row >= strip_rows) continue;
#pragma unroll
      for (int i = 0; i < width; ++i)
#pragma unroll
        for (int c = 0; c < strip_columns<T>; ++c)
          sums[row][c] += filter(j, i) * in[r].pixels[c + i];
    }
    const int done = r - 2 * radius;
    if (done >= 0 && y0 + done < p.rows) store_row<aligned>(p, y0 + done, x, sums[done]);
  }
}

template <class T>
void launch_strips(const Conv2d<T>& p, Stream stream) {
  const dim3 blocks(ceil_div(p.cols, columns * strip_columns<T>),
                    ceil_div(p.rows, strip_block_rows * strip_rows));
  const dim3 threads(columns, strip_block_rows);
  const auto kernel =
      p.cols % strip_columns<T> == 0 ? register_strip<T, true> : register_strip<T, false>;
  if (p.rows > 0 && p.cols > 0) kernel<<<blocks, threads, 0, stream>>>(p);
}

template <class T>
void launch_direct(const Conv2d<T>& p, Stream stream) {
  launch<columns, rows>(direct<T>, p, stream);
}

template <class T, int columns, int rows>
void launch_tile_halo(const Conv2d<T>& p, Stream stream) {
  launch<columns, rows>(tile_halo<T, GlobalFilter<T>, columns, rows>, p, stream,
                        GlobalFilter<T>{p.filter});
}

template <class T>
void launch_constant_filter(const Conv2d<T>& p, Stream stream) {
  launch<columns, rows>(tile_halo<T, ConstantFilter<T>, columns, rows>, p, stream,
                        ConstantFilter<T>{});
}

/// Every launch first copies the filter to constant memory.
template <class T, void (*launch_kernel)(const Conv2d<T>&, Stream)>
auto with_constant_filter(const Conv2d<T>& p, Stream stream) {
  return [p, stream, contents = filter_contents(p, stream)] {
    contents.put();
    launch_kernel(p, stream);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("conv2d/direct", launch_direct<T>);
    native.add("conv2d/tile_halo", launch_tile_halo<T, columns, rows>);
    native.add("conv2d/tile_halo_16x16", launch_tile_halo<T, 16, 16>);
    native.add_prepared("conv2d/constant_filter",
                        with_constant_filter<T, launch_constant_filter<T>>);
    native.add_prepared("conv2d/register_strip", with_constant_filter<T, launch_strips<T>>);
  });
}

}  // namespace tilebridge::cuda::conv2d_experiment
