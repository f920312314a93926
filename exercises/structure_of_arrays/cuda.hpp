// [yours]
/// Member m of particle i: each particle has a structure.
__device__ inline double& member(const Arguments& a, std::int64_t i, int m) {
  return a.particles[i * Arguments::members + m];
}

__global__ void fill(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i >= a.n) return;
  member(a, i, Arguments::at_x) = a.x0[i];
  member(a, i, Arguments::at_v) = a.v0[i];
}

__global__ void drift(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i < a.n)
    member(a, i, Arguments::at_x) += Arguments::time_step * member(a, i, Arguments::at_v);
}

__global__ void fetch(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i < a.n) a.x[i] = member(a, i, Arguments::at_x);
}

void yours(const Arguments& a, void* queue) {
  constexpr int threads = 256;
  const unsigned blocks = tilebridge::covering(a.n, threads);
  tilebridge::launch(queue, blocks, threads, fill, a);
  for (int step = 0; step < Arguments::steps; ++step)
    tilebridge::launch(queue, blocks, threads, drift, a);
  tilebridge::launch(queue, blocks, threads, fetch, a);
}
// [/]
