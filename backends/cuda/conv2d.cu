// One pixel a thread, in blocks of 32 × 8: a warp is part of a row, and its reads of a tile's row
// meet 32 different banks. The tuned variant has a strip of pixels a thread.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/conv2d.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int width = Conv2d::width;
constexpr int radius = Conv2d::radius;
constexpr int columns = 32;  // of a block
constexpr int rows = 8;
constexpr int tile_columns = columns + 2 * radius;
constexpr int tile_rows = rows + 2 * radius;
constexpr int tile_size = tile_rows * tile_columns;

__device__ std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

/// 0 beyond the border.
__device__ float pixel(const Conv2d& p, int y, int x) {
  const bool inside = y >= 0 && y < p.rows && x >= 0 && x < p.cols;
  return inside ? p.in[at(y, x, p.cols)] : 0;
}

__constant__ float constant_filter[width * width];

struct GlobalFilter {
  const float* taps;
  __device__ float operator()(int j, int i) const { return taps[j * width + i]; }
};

struct ConstantFilter {
  __device__ float operator()(int j, int i) const { return constant_filter[j * width + i]; }
};

__global__ void direct(Conv2d p) {
  const int x = blockIdx.x * columns + threadIdx.x;
  const int y = blockIdx.y * rows + threadIdx.y;
  if (x >= p.cols || y >= p.rows) return;
  float sum = 0;
  for (int j = 0; j < width; ++j)
    for (int i = 0; i < width; ++i)
      sum += p.filter[j * width + i] * pixel(p, y + j - radius, x + i - radius);
  p.out[at(y, x, p.cols)] = sum;
}

template <class Filter>
__global__ void tile_halo(Conv2d p, Filter filter) {
  __shared__ float tile[tile_rows][tile_columns];

  const int x0 = blockIdx.x * columns;
  const int y0 = blockIdx.y * rows;
  for (int first = 0; first < tile_size; first += rows * columns) {
    const unsigned i = first + threadIdx.y * columns + threadIdx.x;
    const int r = i / tile_columns;
    const int c = i % tile_columns;
    if (i < tile_size) tile[r][c] = pixel(p, y0 + r - radius, x0 + c - radius);
  }
  __syncthreads();

  const int x = x0 + threadIdx.x;
  const int y = y0 + threadIdx.y;
  if (x >= p.cols || y >= p.rows) return;
  float sum = 0;
  for (int j = 0; j < width; ++j)
    for (int i = 0; i < width; ++i) sum += filter(j, i) * tile[threadIdx.y + j][threadIdx.x + i];
  p.out[at(y, x, p.cols)] = sum;
}

constexpr int strip_columns = 4;  // of a thread: one vector
constexpr int strip_rows = 8;
constexpr int strip_block_rows = 4;  // of threads
constexpr int window = strip_columns + 2 * radius;
constexpr int rows_ahead = 2;  // loaded before they are used
/// At most 64 registers a thread, and 96 where each pixel is loaded by itself.
template <bool aligned>
constexpr int strip_blocks_wanted = aligned ? 8 : 5;

struct Window {
  float pixels[window];
};

/// The pixels of row y from x - radius on. `aligned`: rows consist of whole vectors.
template <bool aligned>
__device__ Window load_window(const Conv2d& p, int y, int x) {
  const bool inside = y >= 0 && y < p.rows;
  const float* here = p.in + (std::ptrdiff_t(y) * p.cols + x);
  Window w;
  if constexpr (aligned) {
    const float2 none = {};
    const float2 l = inside && x > 0 ? *reinterpret_cast<const float2*>(here - radius) : none;
    const float4 m = inside ? *reinterpret_cast<const float4*>(here) : float4{};
    const bool has_right = inside && x + strip_columns < p.cols;
    const float2 r = has_right ? *reinterpret_cast<const float2*>(here + strip_columns) : none;
    w = {l.x, l.y, m.x, m.y, m.z, m.w, r.x, r.y};
  } else {
#pragma unroll
    for (int i = 0; i < window; ++i) w.pixels[i] = pixel(p, y, x + i - radius);
  }
  return w;
}

template <bool aligned>
__device__ void store_row(const Conv2d& p, int y, int x, const float (&sums)[strip_columns]) {
  float* here = p.out + at(y, x, p.cols);
  if constexpr (aligned) {
    *reinterpret_cast<float4*>(here) = {sums[0], sums[1], sums[2], sums[3]};
  } else {
    for (int c = 0; c < strip_columns; ++c)
      if (x + c < p.cols) here[c] = sums[c];
  }
}

/// Every row of pixels is loaded once and added to the five rows of sums that need it.
template <bool aligned>
__global__ void __launch_bounds__(columns* strip_block_rows, strip_blocks_wanted<aligned>)
    register_strip(Conv2d p) {
  const int x = (blockIdx.x * columns + threadIdx.x) * strip_columns;
  const int y0 = (blockIdx.y * strip_block_rows + threadIdx.y) * strip_rows;
  if (x >= p.cols || y0 >= p.rows) return;
  constexpr int input_rows = strip_rows + 2 * radius;
  Window in[input_rows];  // of these no more than rows_ahead live at a time
  float sums[strip_rows][strip_columns] = {};
#pragma unroll
  for (int r = 0; r < rows_ahead; ++r) in[r] = load_window<aligned>(p, y0 + r - radius, x);
#pragma unroll
  for (int r = 0; r < input_rows; ++r) {
    const int next = r + rows_ahead;
    if (next < input_rows) in[next] = load_window<aligned>(p, y0 + next - radius, x);
#pragma unroll
    for (int j = 0; j < width; ++j) {
      const int row = r - j;
      if (row < 0 || row >= strip_rows) continue;
#pragma unroll
      for (int i = 0; i < width; ++i)
#pragma unroll
        for (int c = 0; c < strip_columns; ++c)
          sums[row][c] += constant_filter[j * width + i] * in[r].pixels[c + i];
    }
    const int done = r - 2 * radius;
    if (done >= 0 && y0 + done < p.rows) store_row<aligned>(p, y0 + done, x, sums[done]);
  }
}

template <class... Filter>
void launch(void (*kernel)(Conv2d, Filter...), const Conv2d& p, Stream stream, Filter... filter) {
  const dim3 blocks(ceil_div(p.cols, columns), ceil_div(p.rows, rows));
  const dim3 threads(columns, rows);
  if (p.rows > 0 && p.cols > 0) kernel<<<blocks, threads, 0, stream>>>(p, filter...);
}

void launch_strips(const Conv2d& p, Stream stream) {
  const dim3 blocks(ceil_div(p.cols, columns * strip_columns),
                    ceil_div(p.rows, strip_block_rows * strip_rows));
  const dim3 threads(columns, strip_block_rows);
  const auto kernel = p.cols % strip_columns == 0 ? register_strip<true> : register_strip<false>;
  if (p.rows > 0 && p.cols > 0) kernel<<<blocks, threads, 0, stream>>>(p);
}

/// Once, as an application does whose filter outlives a launch; in Kokkos too the filter is
/// captured once.
void copy_filter(const Conv2d& p, Stream stream) {
  check(cudaMemcpyToSymbolAsync(constant_filter, p.filter, sizeof(constant_filter), 0,
                                cudaMemcpyDeviceToDevice, stream),
        "copying the filter to constant memory");
}

}  // namespace

void add_conv2d(Native& native) {
  native.add("conv2d/direct", [](const Conv2d& p, Stream stream) { launch(direct, p, stream); });
  native.add("conv2d/tile_halo", [](const Conv2d& p, Stream stream) {
    launch(tile_halo<GlobalFilter>, p, stream, GlobalFilter{p.filter});
  });
  native.add_prepared("conv2d/constant_filter", [](const Conv2d& p, Stream stream) {
    copy_filter(p, stream);
    return [p, stream] { launch(tile_halo<ConstantFilter>, p, stream, ConstantFilter{}); };
  });
  native.add_prepared("conv2d/register_strip", [](const Conv2d& p, Stream stream) {
    copy_filter(p, stream);
    return [p, stream] { launch_strips(p, stream); };
  });
}

}  // namespace tilebridge::cuda
