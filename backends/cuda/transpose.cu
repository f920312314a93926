// 32 × 32 tiles by blocks of 32 × 8 threads: each thread moves four floats, 8 rows apart.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/transpose.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int tile = 32;
constexpr int rows_per_pass = 8;

/// Where the element in row y, column x of a matrix lies; 64 bits, since a matrix may hold more
/// than 2³¹ elements.
__device__ std::size_t at(int y, int x, int cols) { return std::size_t(y) * cols + x; }

__global__ void read_coalesced(Transpose t) {
  const int x = blockIdx.x * tile + threadIdx.x;
  const int y = blockIdx.y * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass)
    if (x < t.cols && y + j < t.rows) t.out[at(x, y + j, t.rows)] = t.in[at(y + j, x, t.cols)];
}

__global__ void write_coalesced(Transpose t) {
  const int x = blockIdx.y * tile + threadIdx.x;  // a column of the output
  const int y = blockIdx.x * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass)
    if (x < t.rows && y + j < t.cols) t.out[at(y + j, x, t.rows)] = t.in[at(x, y + j, t.cols)];
}

__global__ void conflicting_tile(Transpose t) {
  __shared__ float staged[tile][tile];  // a column lies in one bank: reading it takes 32 turns

  int x = blockIdx.x * tile + threadIdx.x;
  int y = blockIdx.y * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass)
    if (x < t.cols && y + j < t.rows)
      staged[threadIdx.y + j][threadIdx.x] = t.in[at(y + j, x, t.cols)];
  __syncthreads();

  x = blockIdx.y * tile + threadIdx.x;  // the tile's place in the output
  y = blockIdx.x * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass)
    if (x < t.rows && y + j < t.cols)
      t.out[at(y + j, x, t.rows)] = staged[threadIdx.x][threadIdx.y + j];
}

__global__ void padded_tile(Transpose t) {
  __shared__ float staged[tile][tile + 1];  // one column more: a column lies in 32 different banks

  int x = blockIdx.x * tile + threadIdx.x;
  int y = blockIdx.y * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass)
    if (x < t.cols && y + j < t.rows)
      staged[threadIdx.y + j][threadIdx.x] = t.in[at(y + j, x, t.cols)];
  __syncthreads();

  x = blockIdx.y * tile + threadIdx.x;
  y = blockIdx.x * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass)
    if (x < t.rows && y + j < t.cols)
      t.out[at(y + j, x, t.rows)] = staged[threadIdx.x][threadIdx.y + j];
}

__global__ void swizzled_tile(Transpose t) {
  __shared__ float staged[tile][tile];  // element (r, c) at column c xor r: rows and columns alike
                                        // meet 32 different banks

  int x = blockIdx.x * tile + threadIdx.x;
  int y = blockIdx.y * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass) {
    const int row = threadIdx.y + j;
    if (x < t.cols && y + j < t.rows) staged[row][threadIdx.x ^ row] = t.in[at(y + j, x, t.cols)];
  }
  __syncthreads();

  x = blockIdx.y * tile + threadIdx.x;
  y = blockIdx.x * tile + threadIdx.y;
  for (int j = 0; j < tile; j += rows_per_pass) {
    const int column = threadIdx.y + j;
    if (x < t.rows && y + j < t.cols)
      t.out[at(y + j, x, t.rows)] = staged[threadIdx.x][column ^ threadIdx.x];
  }
}

template <void (*kernel)(Transpose)>
void launch(const Transpose& t, Stream stream) {
  const dim3 blocks(ceil_div(t.cols, tile), ceil_div(t.rows, tile));
  const dim3 threads(tile, rows_per_pass);
  if (t.rows > 0 && t.cols > 0) kernel<<<blocks, threads, 0, stream>>>(t);
}

}  // namespace

void add_transpose(Native& native) {
  native.add("transpose/read_coalesced", launch<read_coalesced>);
  native.add("transpose/write_coalesced", launch<write_coalesced>);
  native.add("transpose/tile", launch<conflicting_tile>);
  native.add("transpose/padded_tile", launch<padded_tile>);
  native.add("transpose/swizzled_tile", launch<swizzled_tile>);
}

}  // namespace tilebridge::cuda
