// [yours]
/// One element per thread, row after row.
__global__ void kernel(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i >= std::int64_t{a.rows} * a.cols) return;
  const std::int64_t y = i / a.cols, x = i % a.cols;
  a.out[x * a.rows + y] = a.in[y * a.cols + x];
}

void yours(const Arguments& a, void* queue) {
  constexpr int threads = 256;
  const std::int64_t elements = std::int64_t{a.rows} * a.cols;
  tilebridge::launch(queue, tilebridge::covering(elements, threads), threads, kernel, a);
}
// [/]
