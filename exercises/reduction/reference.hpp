// [native]
/// CUDA has atomics of unsigned numbers of 64 bits; a sum is the same.
using ReferenceWord = unsigned long long;

__global__ void reference_clear(ReferenceWord* sum) { *sum = 0; }

/// Each thread sums elements that are the number of all threads apart, each block its threads' sums
/// as a tree; one atomic per block.
__global__ void sum_of_blocks(Arguments a, ReferenceWord* sum) {
  constexpr int threads = 256;
  __shared__ ReferenceWord sums[threads];
  const int thread = threadIdx.x;
  ReferenceWord mine = 0;
  for (std::int64_t i = blockIdx.x * std::int64_t{threads} + thread; i < a.n;
       i += std::int64_t{gridDim.x} * threads)
    mine += a.in[i];
  sums[thread] = mine;
  for (int half = threads / 2; half > 0; half /= 2) {
    __syncthreads();
    if (thread < half) sums[thread] += sums[thread + half];
  }
  if (thread == 0) atomicAdd(sum, sums[0]);
}

void reference(const Arguments& a, void* queue) {
  constexpr unsigned blocks = tilebridge::on_gpu ? 2112 : 8;
  const auto sum = reinterpret_cast<ReferenceWord*>(a.sum);
  tilebridge::launch(queue, 1, 1, reference_clear, sum);
  tilebridge::launch(queue, blocks, 256, sum_of_blocks, a, sum);
}
// [/]
