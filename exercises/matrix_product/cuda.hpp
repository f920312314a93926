// [yours]
/// One element of c per thread.
__global__ void kernel(Arguments p) {
  const int y = blockIdx.y * Arguments::tile + threadIdx.y;
  const int x = blockIdx.x * Arguments::tile + threadIdx.x;
  if (y >= p.m || x >= p.n) return;
  std::int32_t sum = 0;
  for (int i = 0; i < p.k; ++i)
    sum += p.a[std::int64_t{y} * p.k + i] * p.b[std::int64_t{i} * p.n + x];
  p.c[std::int64_t{y} * p.n + x] = sum;
}

void yours(const Arguments& p, void* queue) {
  const dim3 blocks(tilebridge::covering(p.n, Arguments::tile),
                    tilebridge::covering(p.m, Arguments::tile));
  tilebridge::launch(queue, blocks, {Arguments::tile, Arguments::tile}, kernel, p);
}
// [/]
