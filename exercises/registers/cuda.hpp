// [yours]
/// One element of c per thread, which uses each word that it reads from shared memory once.
__global__ void kernel(Arguments p) {
  constexpr int tile = Arguments::threads;
  __shared__ std::int32_t a[tile][tile];
  __shared__ std::int32_t b[tile][tile];

  const int y = blockIdx.y * tile + threadIdx.y, x = blockIdx.x * tile + threadIdx.x;
  std::int32_t sum = 0;
  for (int first = 0; first < p.k; first += tile) {
    const int a_column = first + threadIdx.x, b_row = first + threadIdx.y;
    a[threadIdx.y][threadIdx.x] =
        y < p.m && a_column < p.k ? p.a[std::int64_t{y} * p.k + a_column] : 0;
    b[threadIdx.y][threadIdx.x] = b_row < p.k && x < p.n ? p.b[std::int64_t{b_row} * p.n + x] : 0;
    __syncthreads();
    for (int i = 0; i < tile; ++i) sum += a[threadIdx.y][i] * b[i][threadIdx.x];
    __syncthreads();  // all have read the tiles before the next ones are written
  }
  if (y < p.m && x < p.n) p.c[std::int64_t{y} * p.n + x] = sum;
}

void yours(const Arguments& p, void* queue) {
  const dim3 blocks(tilebridge::covering(p.n, Arguments::threads),
                    tilebridge::covering(p.m, Arguments::threads));
  tilebridge::launch(queue, blocks, {Arguments::threads, Arguments::threads}, kernel, p);
}
// [/]
