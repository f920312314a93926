// One product a thread; what differs is how the products are summed.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/dot.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int block_size = 256;

/// The product of this thread; 0 beyond the end.
__device__ float product(const Dot& d) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  return i < d.n ? d.a[i] * d.b[i] : 0;
}

__global__ void atomic(Dot d) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < d.n) atomicAdd(d.result, d.a[i] * d.b[i]);
}

__global__ void block_tree(Dot d) {
  __shared__ float sums[block_size];

  const int thread = threadIdx.x;
  sums[thread] = product(d);
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (thread < half) sums[thread] += sums[thread + half];
    __syncthreads();
  }
  if (thread == 0) atomicAdd(d.result, sums[0]);
}

__global__ void warp_shuffle(Dot d) {
  const float sum = block_sum<block_size>(product(d));
  if (threadIdx.x == 0) atomicAdd(d.result, sum);
}

template <void (*kernel)(Dot)>
void launch(const Dot& d, Stream stream) {
  check(cudaMemsetAsync(d.result, 0, sizeof(float), stream), "clearing the sum");
  if (d.n > 0) kernel<<<ceil_div(d.n, block_size), block_size, 0, stream>>>(d);
}

}  // namespace

void add_dot(Native& native) {
  native.add("dot/atomic", launch<atomic>);
  native.add("dot/block_tree", launch<block_tree>);
  native.add("dot/warp_shuffle", launch<warp_shuffle>);
}

}  // namespace tilebridge::cuda
