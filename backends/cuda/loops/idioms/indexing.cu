// SPDX-License-Identifier: Apache-2.0
// A thread for each element of a grid computes addresses as the Views of its variant do.
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/idioms/indexing.hpp"

namespace tilebridge::cuda::loops::indexing_experiment {
namespace {

using Word = std::uint32_t;
constexpr Word factor = IndexedGrid::factor;

__device__ std::size_t at(int row, int column, int columns) {
  return std::size_t(row) * columns + column;
}

/// Clamps `i` to 0, …, count - 1.
__device__ int nearest(int i, int count) { return min(max(i, 0), count - 1); }

__global__ void by_64_bits(IndexedGrid g) {
  const int y = y_in_range(), x = x_in_range();
  if (y >= g.rows || x >= g.cols) return;
  Word v = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      v = v * factor + g.in[at(nearest(y + dy, g.rows), nearest(x + dx, g.cols), g.cols)];
  g.out[at(y, x, g.cols)] = v;
}

__global__ void by_row_pointers(IndexedGrid g) {
  const int y = y_in_range(), x = x_in_range();
  if (y >= g.rows || x >= g.cols) return;
  Word v = 0;
  for (int dy = -1; dy <= 1; ++dy) {
    const Word* const row = g.in + at(nearest(y + dy, g.rows), 0, g.cols);
    for (int dx = -1; dx <= 1; ++dx) v = v * factor + row[nearest(x + dx, g.cols)];
  }
  g.out[at(y, x, g.cols)] = v;
}

__global__ void neighbour_loop(IndexedGrid g) {
  const int y = y_in_range(), x = x_in_range();
  if (y >= g.rows || x >= g.cols) return;
  Word v = 0;
  for (int j = y - 1; j <= y + 1; ++j)
    for (int i = x - 1; i <= x + 1; ++i)
      v = v * factor + g.in[at(nearest(j, g.rows), nearest(i, g.cols), g.cols)];
  g.out[at(y, x, g.cols)] = v;
}

__global__ void row_by_row(IndexedGrid g) {
  const int y = y_in_range(), x = x_in_range();
  if (y >= g.rows || x >= g.cols) return;
  Word v = 0;
  for (int k = 0; k < IndexedGrid::column; ++k) v = v * factor + g.in[at(y + k, x, g.cols)];
  g.out[at(y, x, g.cols)] = v;
}

__global__ void random_access(IndexedGrid g) {
  const int y = y_in_range(), x = x_in_range();
  if (y >= g.rows || x >= g.cols) return;
  for (int k = 0; k < IndexedGrid::column; ++k) {
    const std::size_t i = at(y * IndexedGrid::column + k, x, g.cols);
    g.out[i] = g.in[i] * factor;
  }
}

__global__ void member_by_member(StructureGrid g) {
  const int y = y_in_range(), x = x_in_range();
  if (y >= g.rows || x >= g.cols) return;
  const std::size_t i = at(y, x, g.cols);
  const std::size_t plane = at(g.rows, 0, g.cols);
  g.out[i] = g.in[i].x + g.in[i].y;
  g.out[plane + i] = g.in[i].y + g.in[i].z;
  g.out[2 * plane + i] = g.in[i].z + g.in[i].w;
  g.out[3 * plane + i] = g.in[i].w + g.in[i].x;
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  controls.add("indexing/matrix_view", nested(by_64_bits));
  controls.add("indexing/mdspan", nested(by_64_bits));
  controls.add("indexing/index_64", nested(by_64_bits));
  controls.add("indexing/subview", nested(by_row_pointers));
  controls.add("indexing/neighbour_loop", nested(neighbour_loop));
  controls.add("indexing/row_by_row", nested(row_by_row));
  controls.add("indexing/random_access", nested(random_access));
  controls.add("indexing/member_by_member", nested(member_by_member));
}

}  // namespace tilebridge::cuda::loops::indexing_experiment
