// [native]
/// Each thread has 4 × 4 sums, 16 rows and 16 columns apart, so that neighbouring threads read
/// neighbouring words of b, and a thread reads 8 words for 16 products.
__global__ void sums_in_registers(Arguments p) {
  constexpr int threads = Arguments::threads, sums = Arguments::sums;
  constexpr int tile = Arguments::tile, depth = Arguments::depth;
  __shared__ std::int32_t a[tile][depth];
  __shared__ std::int32_t b[depth][tile];

  const int y0 = blockIdx.y * tile, x0 = blockIdx.x * tile;
  const int thread = threadIdx.y * threads + threadIdx.x;
  std::int32_t sum[sums][sums] = {};
  for (int first = 0; first < p.k; first += depth) {
    for (int e = thread; e < tile * depth; e += threads * threads) {
      const int y = y0 + e / depth, a_column = first + e % depth;
      const int b_row = first + e / tile, x = x0 + e % tile;
      a[e / depth][e % depth] =
          y < p.m && a_column < p.k ? p.a[std::int64_t{y} * p.k + a_column] : 0;
      b[e / tile][e % tile] = b_row < p.k && x < p.n ? p.b[std::int64_t{b_row} * p.n + x] : 0;
    }
    __syncthreads();
    for (int i = 0; i < depth; ++i) {
      std::int32_t of_a[sums], of_b[sums];
      for (int s = 0; s < sums; ++s) {
        of_a[s] = a[threadIdx.y + s * threads][i];
        of_b[s] = b[i][threadIdx.x + s * threads];
      }
      for (int r = 0; r < sums; ++r)
        for (int s = 0; s < sums; ++s) sum[r][s] += of_a[r] * of_b[s];
    }
    __syncthreads();  // all have read the tiles before the next ones are written
  }

  for (int r = 0; r < sums; ++r)
    for (int s = 0; s < sums; ++s) {
      const int y = y0 + threadIdx.y + r * threads, x = x0 + threadIdx.x + s * threads;
      if (y < p.m && x < p.n) p.c[std::int64_t{y} * p.n + x] = sum[r][s];
    }
}

void reference(const Arguments& p, void* queue) {
  const dim3 blocks(tilebridge::covering(p.n, Arguments::tile),
                    tilebridge::covering(p.m, Arguments::tile));
  tilebridge::launch(queue, blocks, {Arguments::threads, Arguments::threads}, sums_in_registers, p);
}
// [/]
