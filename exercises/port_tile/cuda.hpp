// [yours]
/// One element per thread, which loads all 49.
__global__ void kernel(Arguments a) {
  constexpr int radius = Arguments::radius;
  const int y = blockIdx.y * Arguments::tile_rows + threadIdx.y;
  const int x = blockIdx.x * Arguments::tile_columns + threadIdx.x;
  if (y >= a.rows || x >= a.cols) return;
  std::int32_t sum = 0;
  for (int from_y = y - radius; from_y <= y + radius; ++from_y)
    for (int from_x = x - radius; from_x <= x + radius; ++from_x)
      if (from_y >= 0 && from_y < a.rows && from_x >= 0 && from_x < a.cols)
        sum += a.in[std::int64_t{from_y} * a.cols + from_x];
  a.out[std::int64_t{y} * a.cols + x] = sum;
}

void yours(const Arguments& a, void* queue) {
  const dim3 blocks(tilebridge::covering(a.cols, Arguments::tile_columns),
                    tilebridge::covering(a.rows, Arguments::tile_rows));
  tilebridge::launch(queue, blocks, {Arguments::tile_columns, Arguments::tile_rows}, kernel, a);
}
// [/]
