// One pixel a thread, in blocks of 32 × 8: a warp is part of a row, and its reads of a tile's row
// meet 32 different banks.
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

template <class... Filter>
void launch(void (*kernel)(Conv2d, Filter...), const Conv2d& p, Stream stream, Filter... filter) {
  const dim3 blocks(ceil_div(p.cols, columns), ceil_div(p.rows, rows));
  const dim3 threads(columns, rows);
  if (p.rows > 0 && p.cols > 0) kernel<<<blocks, threads, 0, stream>>>(p, filter...);
}

}  // namespace

void add_conv2d(Native& native) {
  native.add("conv2d/direct", [](const Conv2d& p, Stream stream) { launch(direct, p, stream); });
  native.add("conv2d/tile_halo", [](const Conv2d& p, Stream stream) {
    launch(tile_halo<GlobalFilter>, p, stream, GlobalFilter{p.filter});
  });
  // Copied once, as an application does whose filter outlives a launch; in Kokkos too the filter is
  // captured once.
  native.add_prepared("conv2d/constant_filter", [](const Conv2d& p, Stream stream) {
    check(cudaMemcpyToSymbolAsync(constant_filter, p.filter, sizeof(constant_filter), 0,
                                  cudaMemcpyDeviceToDevice, stream),
          "copying the filter to constant memory");
    return [p, stream] { launch(tile_halo<ConstantFilter>, p, stream, ConstantFilter{}); };
  });
}

}  // namespace tilebridge::cuda
