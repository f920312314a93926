// One thread an element of C; what differs is where it reads its row of A and column of B.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/matmul.hpp"

namespace tilebridge::cuda {
namespace {

__device__ std::size_t at(int row, int column, int columns) {
  return std::size_t(row) * columns + column;
}

template <int block>
__global__ void __launch_bounds__(block* block) direct(Matmul p) {
  const int row = blockIdx.y * block + threadIdx.y;
  const int column = blockIdx.x * block + threadIdx.x;
  if (row >= p.m || column >= p.n) return;
  float sum = 0;
  for (int i = 0; i < p.k; ++i) sum += p.a[at(row, i, p.k)] * p.b[at(i, column, p.n)];
  p.c[at(row, column, p.n)] = sum;
}

template <int tile>
__global__ void __launch_bounds__(tile* tile) tiled(Matmul p) {
  __shared__ float a[tile][tile];
  __shared__ float b[tile][tile];

  const int row = blockIdx.y * tile + threadIdx.y;
  const int column = blockIdx.x * tile + threadIdx.x;
  float sum = 0;
  for (int first = 0; first < p.k; first += tile) {
    const int a_column = first + threadIdx.x;
    const int b_row = first + threadIdx.y;
    const bool in_a = row < p.m && a_column < p.k;
    const bool in_b = b_row < p.k && column < p.n;
    a[threadIdx.y][threadIdx.x] = in_a ? p.a[at(row, a_column, p.k)] : 0;
    b[threadIdx.y][threadIdx.x] = in_b ? p.b[at(b_row, column, p.n)] : 0;
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();  // nobody may still be reading when the next tiles come
  }
  if (row < p.m && column < p.n) p.c[at(row, column, p.n)] = sum;
}

template <void (*kernel)(Matmul), int block>
void launch(const Matmul& p, Stream stream) {
  const dim3 blocks(ceil_div(p.n, block), ceil_div(p.m, block));
  const dim3 threads(block, block);
  if (p.m > 0 && p.n > 0) kernel<<<blocks, threads, 0, stream>>>(p);
}

}  // namespace

void add_matmul(Native& native) {
  native.add("matmul/direct", launch<direct<16>, 16>);
  native.add("matmul/tile16", launch<tiled<16>, 16>);
  native.add("matmul/tile32", launch<tiled<32>, 32>);
}

}  // namespace tilebridge::cuda
