// [yours]
/// The threads of a block share the elements of the tile and its halo, whatever their number.
__global__ void kernel(Arguments a) {
  constexpr int tile = Arguments::tile, staged_columns = tile + 2;
  __shared__ std::int32_t staged[staged_columns * staged_columns];

  const int y0 = blockIdx.y * tile - 1, x0 = blockIdx.x * tile - 1;  // of the halo
  for (int i = threadIdx.y * tile + threadIdx.x; i < staged_columns * staged_columns;
       i += tile * tile) {
    const int y = y0 + i / staged_columns, x = x0 + i % staged_columns;
    const bool is_inside = y >= 0 && y < a.rows && x >= 0 && x < a.cols;
    staged[i] = is_inside ? a.in[std::int64_t{y} * a.cols + x] : 0;
  }
  __syncthreads();

  const int y = blockIdx.y * tile + threadIdx.y, x = blockIdx.x * tile + threadIdx.x;
  if (y >= a.rows || x >= a.cols) return;
  std::int32_t sum = 0;
  for (int dy = 0; dy < 3; ++dy)
    for (int dx = 0; dx < 3; ++dx)
      sum += staged[(threadIdx.y + dy) * staged_columns + threadIdx.x + dx];
  a.out[std::int64_t{y} * a.cols + x] = sum;
}

void yours(const Arguments& a, void* queue) {
  const dim3 blocks(tilebridge::covering(a.cols, Arguments::tile),
                    tilebridge::covering(a.rows, Arguments::tile));
  tilebridge::launch(queue, blocks, {Arguments::tile, Arguments::tile}, kernel, a);
}
// [/]
