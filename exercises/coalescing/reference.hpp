// [native]
__global__ void one_each(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i < a.n) a.y[i] = 2 * a.x[i] + 1;
}

void reference(const Arguments& a, void* queue) {
  constexpr int threads = 256;
  tilebridge::launch(queue, tilebridge::covering(a.n, threads), threads, one_each, a);
}
// [/]
