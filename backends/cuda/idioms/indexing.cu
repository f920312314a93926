// SPDX-License-Identifier: Apache-2.0
// A thread for each element of a grid, in blocks of 32 × 8, with indices of type int.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/idioms/indexing.hpp"

namespace tilebridge::cuda::indexing_experiment {
namespace {

using Word = std::uint32_t;
constexpr int block_cols = IndexedGrid::block_cols;
constexpr int block_rows = IndexedGrid::block_rows;

/// Row and column of the calling thread's element.
struct Place {
  int y, x;
};
__device__ Place place() {
  return {static_cast<int>(blockIdx.y * block_rows + threadIdx.y),
          static_cast<int>(blockIdx.x * block_cols + threadIdx.x)};
}

constexpr Word factor = IndexedGrid::factor;
constexpr int column = IndexedGrid::column;

/// Clamps `i` to 0, …, count - 1.
__device__ int nearest(int i, int count) { return min(max(i, 0), count - 1); }

__global__ void neighbours(IndexedGrid g) {
  const auto [y, x] = place();
  if (y >= g.rows || x >= g.cols) return;
  Word v = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      v = v * factor + g.in[nearest(y + dy, g.rows) * g.cols + nearest(x + dx, g.cols)];
  g.out[y * g.cols + x] = v;
}

constexpr int reach = WeightedGrid::reach;

/// Multiplies the word dy rows below (y, x) and dx columns to the right, or 0 beyond an edge, by
/// its weight.
__device__ Word product(const WeightedGrid& g, int y, int x, int dy, int dx) {
  const int row = y + dy, col = x + dx;
  const bool is_inside = row >= 0 && row < g.rows && col >= 0 && col < g.cols;
  const Word weight = g.weights[(dy + reach) * WeightedGrid::width + dx + reach];
  return weight * (is_inside ? g.in[row * g.cols + col] : 0);
}

__global__ void plain_loop(WeightedGrid g) {
  const auto [y, x] = place();
  if (y >= g.rows || x >= g.cols) return;
  Word sum = 0;
  for (int dy = -reach; dy <= reach; ++dy)
    for (int dx = -reach; dx <= reach; ++dx) sum += product(g, y, x, dy, dx);
  g.out[y * g.cols + x] = sum;
}

__global__ void pragma_unroll(WeightedGrid g) {
  const auto [y, x] = place();
  if (y >= g.rows || x >= g.cols) return;
  Word sum = 0;
#pragma unroll
  for (int dy = -reach; dy <= reach; ++dy)
#pragma unroll
    for (int dx = -reach; dx <= reach; ++dx) sum += product(g, y, x, dy, dx);
  g.out[y * g.cols + x] = sum;
}

__global__ void row_by_row(IndexedGrid g) {
  const auto [y, x] = place();
  if (y >= g.rows || x >= g.cols) return;
  Word v = 0;
  for (int k = 0; k < column; ++k) v = v * factor + g.in[(y + k) * g.cols + x];
  g.out[y * g.cols + x] = v;
}

__global__ void random_access(IndexedGrid g) {
  const auto [y, x] = place();
  if (y >= g.rows || x >= g.cols) return;
  for (int k = 0; k < column; ++k) {
    const int i = (y * column + k) * g.cols + x;
    g.out[i] = __ldg(&g.in[i]) * factor;
  }
}

__global__ void member_by_member(StructureGrid g) {
  const auto [y, x] = place();
  if (y >= g.rows || x >= g.cols) return;
  const int i = y * g.cols + x;
  const int plane = g.rows * g.cols;
  const FourWords v = g.in[i];
  g.out[i] = v.x + v.y;
  g.out[plane + i] = v.y + v.z;
  g.out[2 * plane + i] = v.z + v.w;
  g.out[3 * plane + i] = v.w + v.x;
}

template <auto kernel, class Grid>
void launch(const Grid& g, Stream stream) {
  if (g.rows == 0 || g.cols == 0) return;
  const dim3 blocks(static_cast<unsigned>(ceil_div(g.cols, block_cols)),
                    static_cast<unsigned>(ceil_div(g.rows, block_rows)));
  kernel<<<blocks, dim3(block_cols, block_rows), 0, stream>>>(g);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("indexing/matrix_view", launch<neighbours, IndexedGrid>);
  native.add("indexing/mdspan", launch<neighbours, IndexedGrid>);
  native.add("indexing/subview", launch<neighbours, IndexedGrid>);
  native.add("indexing/index_64", launch<neighbours, IndexedGrid>);
  native.add("indexing/neighbour_loop", launch<neighbours, IndexedGrid>);
  native.add("indexing/plain_loop", launch<plain_loop, WeightedGrid>);
  native.add("indexing/pragma_unroll", launch<pragma_unroll, WeightedGrid>);
  native.add("indexing/row_by_row", launch<row_by_row, IndexedGrid>);
  native.add("indexing/random_access", launch<random_access, IndexedGrid>);
  native.add("indexing/member_by_member", launch<member_by_member, StructureGrid>);
}

}  // namespace tilebridge::cuda::indexing_experiment
