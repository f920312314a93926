// SPDX-License-Identifier: Apache-2.0
// One pixel per thread, in blocks of 32 × 8: a warp covers part of a row, so its reads of a tile
// row hit 32 different banks. In blocks of 16 × 16 it covers parts of two rows, whose ends meet in
// four banks. In the tuned variant each thread computes a strip of pixels, which is skewed where
// rows are no whole vectors.
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

constexpr int strip_rows = 8;
constexpr int strip_block_rows = 4;  // in threads
constexpr int strip_block_size = columns * strip_block_rows;
constexpr int strip_input_rows = strip_rows + 2 * radius;

/// Every row of pixels is loaded once and added to the five rows of sums that need it: a thread's
/// strip has a vector of `vector` pixels in each row, which begins `skew` columns to the left of
/// that in the row above.
template <class T, int vector, int skew = 0>
struct StripSums {
  static constexpr int slope = skew < 0 ? -skew : skew;
  /// The pixels on each side of a vector that the vectors of the rows around it need.
  static constexpr int side = radius * (1 + slope);
  struct Window {
    T pixels[side + vector + side];
  };

  Pack<T, vector> rows[strip_rows] = {};

  __device__ void add(int input_row, const Window& window) {
    constexpr ConstantFilter<T> filter;
#pragma unroll
    for (int j = 0; j < width; ++j) {
      const int row = input_row - j;
      if (row < 0 || row >= strip_rows) continue;
      const int first = side - radius + skew * (j - radius);
#pragma unroll
      for (int i = 0; i < width; ++i)
#pragma unroll
        for (int c = 0; c < vector; ++c)
          rows[row].values[c] += filter(j, i) * window.pixels[first + c + i];
    }
  }
};

template <class T>
constexpr int strip_columns = pack_width<T>;  // per thread: one Pack
/// Rows are loaded this far before they are used; Kokkos's kernel is faster with fewer. The blocks
/// that should fit on an SM leave 96 registers per thread, and 80 for double.
template <class T>
constexpr int rows_ahead = sizeof(T) == sizeof(float) ? 3 : 2;
template <class T>
constexpr int strip_blocks_wanted = sizeof(T) == sizeof(float) ? 5 : 6;

/// Loads the pixels of row y starting at x - radius. Rows consist of whole Packs.
template <class T>
__device__ auto load_window(const Conv2d<T>& p, int y, int x) {
  constexpr int columns = strip_columns<T>;
  const bool inside = y >= 0 && y < p.rows;
  // Above and below the image `here` lies outside the array. Strictly, the language does not allow
  // such a pointer, but it is never dereferenced there.
  const T* here = p.in + (std::ptrdiff_t(y) * p.cols + x);
  using Side = Pack<T, radius>;
  const Side none = {};
  const Side left = inside && x > 0 ? *reinterpret_cast<const Side*>(here - radius) : none;
  const Pack<T> middle = inside ? *reinterpret_cast<const Pack<T>*>(here) : Pack<T>{};
  const bool has_right = inside && x + columns < p.cols;
  const Side right = has_right ? *reinterpret_cast<const Side*>(here + columns) : none;
  typename StripSums<T, columns>::Window w;
#pragma unroll
  for (int i = 0; i < radius; ++i) w.pixels[i] = left.values[i];
#pragma unroll
  for (int i = 0; i < columns; ++i) w.pixels[radius + i] = middle.values[i];
#pragma unroll
  for (int i = 0; i < radius; ++i) w.pixels[radius + columns + i] = right.values[i];
  return w;
}

template <class T>
__global__ void __launch_bounds__(strip_block_size, strip_blocks_wanted<T>)
    register_strip(Conv2d<T> p) {
  using Sums = StripSums<T, strip_columns<T>>;
  const int x = (blockIdx.x * columns + threadIdx.x) * strip_columns<T>;
  const int y0 = (blockIdx.y * strip_block_rows + threadIdx.y) * strip_rows;
  if (x >= p.cols || y0 >= p.rows) return;
  constexpr int ahead = rows_ahead<T>;
  typename Sums::Window in[strip_input_rows];  // at most `ahead` of these are live at a time
  Sums sums;
#pragma unroll
  for (int r = 0; r < ahead; ++r) in[r] = load_window(p, y0 + r - radius, x);
#pragma unroll
  for (int r = 0; r < strip_input_rows; ++r) {
    const int next = r + ahead;
    if (next < strip_input_rows) in[next] = load_window(p, y0 + next - radius, x);
    sums.add(r, in[r]);
    const int done = r - 2 * radius;
    if (done >= 0 && y0 + done < p.rows)
      *reinterpret_cast<Pack<T>*>(p.out + p.at(y0 + done, x)) = sums.rows[done];
  }
}

/// Strips in rows that are longer than whole vectors by `skew` pixels, or shorter: from row to row
/// they move to the left by as much, or to the right. So all of their vectors are aligned.
template <class T, int vector_, int skew_>
struct SkewedStrips {
  static constexpr int vector = vector_, skew = skew_;
  static constexpr int ahead = 3;   // rows that are loaded before they are used
  static constexpr int blocks = 6;  // per SM

  using Vector = Pack<T, vector>;
  using Sums = StripSums<T, vector, skew>;
  /// A thread gets the pixels beside its own from so many others on each side; at the ends of a
  /// warp these only help.
  static constexpr int helpers = (Sums::side + vector - 1) / vector;
  static constexpr int strips = columns - 2 * helpers;  // of a warp
  /// The columns by which a strip moves from its first row to its last. Strips that move to the
  /// right begin as far to the left of the image, in whole vectors.
  static constexpr int moved = (strip_rows - 1) * Sums::slope;
  static constexpr int lead = skew < 0 ? (moved + vector - 1) / vector * vector : 0;

  static dim3 grid(const Conv2d<T>& p) {
    const std::size_t reach = std::size_t(p.cols) + vector - 1 + (skew < 0 ? lead : moved);
    return dim3(ceil_div(reach, strips * vector), ceil_div(p.rows, strip_block_rows * strip_rows));
  }
};

/// Loads the pixels of row y from x on: as a vector if all of the strip's are inside the image.
template <class Strips, class T>
__device__ auto load_strip_row(const Conv2d<T>& p, int y, int x, bool is_inside) {
  using Vector = typename Strips::Vector;
  if (is_inside && y >= 0 && y < p.rows)
    return *reinterpret_cast<const Vector*>(p.in + (p.at(y, 0) + x));
  Vector pixels;
#pragma unroll
  for (int i = 0; i < Strips::vector; ++i) pixels.values[i] = p.pixel(y, x + i);
  return pixels;
}

/// The thread's pixels and those that its neighbours have loaded. All threads of a warp call it.
template <class Strips>
__device__ auto window_of(const typename Strips::Vector& own) {
  constexpr int vector = Strips::vector, side = Strips::Sums::side;
  typename Strips::Sums::Window w;
#pragma unroll
  for (int i = 0; i < vector; ++i) w.pixels[side + i] = own.values[i];
#pragma unroll
  for (int i = 0; i < side; ++i) {
    const int lanes = i / vector + 1, from = i % vector;
    w.pixels[side + vector + i] = __shfl_down_sync(0xffffffff, own.values[from], lanes, columns);
    w.pixels[side - 1 - i] =
        __shfl_up_sync(0xffffffff, own.values[vector - 1 - from], lanes, columns);
  }
  return w;
}

template <class Strips, class T>
__device__ void store_strip_row(const Conv2d<T>& p, int y, int x, bool is_inside,
                                const typename Strips::Vector& row) {
  T* const first = p.out + p.at(y, 0);
  if (is_inside) {
    *reinterpret_cast<typename Strips::Vector*>(first + x) = row;
    return;
  }
#pragma unroll
  for (int i = 0; i < Strips::vector; ++i)
    if (x + i >= 0 && x + i < p.cols) first[x + i] = row.values[i];
}

template <class Strips, class T>
__global__ void __launch_bounds__(strip_block_size, Strips::blocks) skewed_strip(Conv2d<T> p) {
  constexpr int vector = Strips::vector, ahead = Strips::ahead;
  const int lane = threadIdx.x;
  const int y0 = (blockIdx.y * strip_block_rows + threadIdx.y) * strip_rows;
  if (y0 >= p.rows) return;
  // A vector that begins at `origin` in row y0 is aligned.
  const int origin = -static_cast<int>(p.at(y0, 0) % vector) - Strips::lead;
  const int x0 = origin + (blockIdx.x * Strips::strips + lane - Strips::helpers) * vector;
  const auto x_in = [&](int y) { return x0 - Strips::skew * (y - y0); };
  const int top = x_in(y0 - radius), bottom = x_in(y0 + strip_rows + radius - 1);
  const bool is_inside = min(top, bottom) >= 0 && max(top, bottom) + vector <= p.cols;
  const bool stores = lane >= Strips::helpers && lane < columns - Strips::helpers;
  const auto load = [&](int r) {
    const int y = y0 + r - radius;
    return load_strip_row<Strips>(p, y, x_in(y), is_inside);
  };
  typename Strips::Vector in[strip_input_rows];  // at most `ahead` and one of these are live
  typename Strips::Sums sums;
#pragma unroll
  for (int r = 0; r < ahead; ++r) in[r] = load(r);
#pragma unroll
  for (int r = 0; r < strip_input_rows; ++r) {
    const int next = r + ahead;
    if (next < strip_input_rows) in[next] = load(next);
    sums.add(r, window_of<Strips>(in[r]));
    const int done = r - 2 * radius, y = y0 + done;
    if (done >= 0 && y < p.rows && stores)
      store_strip_row<Strips>(p, y, x_in(y), is_inside, sums.rows[done]);
  }
}

template <int vector, int skew, class T>
void launch_skewed(const Conv2d<T>& p, Stream stream) {
  using Strips = SkewedStrips<T, vector, skew>;
  skewed_strip<Strips><<<Strips::grid(p), dim3(columns, strip_block_rows), 0, stream>>>(p);
}

template <class T>
void launch_strips(const Conv2d<T>& p, Stream stream) {
  constexpr int vector = strip_columns<T>;
  if (p.rows == 0 || p.cols == 0) return;
  const int left_over = p.cols % vector;
  if (left_over == 1) return launch_skewed<vector, 1>(p, stream);
  if constexpr (vector == 4) {
    if (left_over == 2) return launch_skewed<2, 0>(p, stream);  // rows of whole pairs
    if (left_over == 3) return launch_skewed<vector, -1>(p, stream);
  }
  const dim3 blocks(ceil_div(p.cols, columns * vector),
                    ceil_div(p.rows, strip_block_rows * strip_rows));
  register_strip<<<blocks, dim3(columns, strip_block_rows), 0, stream>>>(p);
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
