// [yours]
__device__ std::int32_t element(const Arguments& a, int y, int x) {
  const bool is_inside = y >= 0 && y < a.rows && x >= 0 && x < a.cols;
  return is_inside ? a.in[std::int64_t{y} * a.cols + x] : 0;
}

/// Each thread stages its element; those at the tile's edge also what lies beyond it.
__global__ void kernel(Arguments a) {
  constexpr int tile = Arguments::tile;
  __shared__ std::int32_t staged[tile + 2][tile + 2];

  const int row = threadIdx.y, column = threadIdx.x;
  const int y = blockIdx.y * tile + row, x = blockIdx.x * tile + column;
  staged[row + 1][column + 1] = element(a, y, x);
  if (column == 0) staged[row + 1][0] = element(a, y, x - 1);
  if (column == tile - 1) staged[row + 1][tile + 1] = element(a, y, x + 1);
  if (row == 0) staged[0][column + 1] = element(a, y - 1, x);
  if (row == tile - 1) staged[tile + 1][column + 1] = element(a, y + 1, x);
  __syncthreads();

  if (y >= a.rows || x >= a.cols) return;
  std::int32_t sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx) sum += staged[row + dy][column + dx];
  a.out[std::int64_t{y} * a.cols + x] = sum;
}

void yours(const Arguments& a, void* queue) {
  const dim3 blocks(tilebridge::covering(a.cols, Arguments::tile),
                    tilebridge::covering(a.rows, Arguments::tile));
  tilebridge::launch(queue, blocks, {Arguments::tile, Arguments::tile}, kernel, a);
}
// [/]
