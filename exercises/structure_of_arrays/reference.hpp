// [native]
/// Member m of particle i: each member has an array.
__device__ inline double& member_of(const Arguments& a, std::int64_t i, int m) {
  return a.particles[m * a.n + i];
}

__global__ void reference_fill(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i >= a.n) return;
  member_of(a, i, Arguments::at_x) = a.x0[i];
  member_of(a, i, Arguments::at_v) = a.v0[i];
}

__global__ void reference_drift(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i < a.n)
    member_of(a, i, Arguments::at_x) += Arguments::time_step * member_of(a, i, Arguments::at_v);
}

__global__ void reference_fetch(Arguments a) {
  const std::int64_t i = blockIdx.x * std::int64_t{blockDim.x} + threadIdx.x;
  if (i < a.n) a.x[i] = member_of(a, i, Arguments::at_x);
}

void reference(const Arguments& a, void* queue) {
  constexpr int threads = 256;
  const unsigned blocks = tilebridge::covering(a.n, threads);
  tilebridge::launch(queue, blocks, threads, reference_fill, a);
  for (int step = 0; step < Arguments::steps; ++step)
    tilebridge::launch(queue, blocks, threads, reference_drift, a);
  tilebridge::launch(queue, blocks, threads, reference_fetch, a);
}
// [/]
