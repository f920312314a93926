// [yours]
/// The threads of a block share the elements of a tile and its halo, sum each row by seven, then
/// the seven sums of a column.
__global__ void kernel(Arguments a) {
  constexpr int radius = Arguments::radius, tile_rows = Arguments::tile_rows;
  constexpr int tile_columns = Arguments::tile_columns, threads = tile_rows * tile_columns;
  constexpr int staged_rows = Arguments::staged_rows, staged_columns = Arguments::staged_columns;
  __shared__ std::int32_t staged[staged_rows][staged_columns];
  __shared__ std::int32_t sums[staged_rows][tile_columns];

  const int thread = threadIdx.y * tile_columns + threadIdx.x;
  const int y0 = blockIdx.y * tile_rows, x0 = blockIdx.x * tile_columns;
  for (int i = thread; i < staged_rows * staged_columns; i += threads) {
    const int row = i / staged_columns, column = i % staged_columns;
    const int y = y0 + row - radius, x = x0 + column - radius;
    const bool is_inside = y >= 0 && y < a.rows && x >= 0 && x < a.cols;
    staged[row][column] = is_inside ? a.in[std::int64_t{y} * a.cols + x] : 0;
  }
  __syncthreads();

  for (int i = thread; i < staged_rows * tile_columns; i += threads) {
    const int row = i / tile_columns, column = i % tile_columns;
    std::int32_t sum = 0;
    for (int k = 0; k <= 2 * radius; ++k) sum += staged[row][column + k];
    sums[row][column] = sum;
  }
  __syncthreads();

  const int y = y0 + threadIdx.y, x = x0 + threadIdx.x;
  if (y >= a.rows || x >= a.cols) return;
  std::int32_t sum = 0;
  for (int k = 0; k <= 2 * radius; ++k) sum += sums[threadIdx.y + k][threadIdx.x];
  a.out[std::int64_t{y} * a.cols + x] = sum;
}

void yours(const Arguments& a, void* queue) {
  const dim3 blocks(tilebridge::covering(a.cols, Arguments::tile_columns),
                    tilebridge::covering(a.rows, Arguments::tile_rows));
  tilebridge::launch(queue, blocks, {Arguments::tile_columns, Arguments::tile_rows}, kernel, a);
}
// [/]
