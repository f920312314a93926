// [yours]
/// Neighbouring threads compute neighbouring elements: a warp's 32 doubles lie in 8 sectors.
__global__ void kernel(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i < a.n) a.y[i] = 2 * a.x[i] + 1;
}

void yours(const Arguments& a, void* queue) {
  constexpr int threads = 256;
  tilebridge::launch(queue, tilebridge::covering(a.n, threads), threads, kernel, a);
}
// [/]
