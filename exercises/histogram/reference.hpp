// [native]
__global__ void reference_clear(Arguments a) { a.counts[threadIdx.x] = 0; }

/// Each block counts in bins of its own, in shared memory, and adds them to the others once.
__global__ void count_in_blocks(Arguments a) {
  constexpr int bins = Arguments::bins;  // and threads of a block
  __shared__ std::int32_t counts[bins];
  const int thread = threadIdx.x;
  counts[thread] = 0;
  __syncthreads();
  for (std::int64_t i = blockIdx.x * std::int64_t{bins} + thread; i < a.n;
       i += std::int64_t{gridDim.x} * bins)
    atomicAdd(&counts[a.in[i]], 1);
  __syncthreads();
  atomicAdd(&a.counts[thread], counts[thread]);
}

void reference(const Arguments& a, void* queue) {
  constexpr unsigned blocks = tilebridge::on_gpu ? 1056 : 8;
  tilebridge::launch(queue, 1, Arguments::bins, reference_clear, a);
  tilebridge::launch(queue, blocks, Arguments::bins, count_in_blocks, a);
}
// [/]
