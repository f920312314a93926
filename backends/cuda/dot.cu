// One product a thread; what differs is how the products are summed.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/dot.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int block_size = 256;
constexpr int warps = block_size / warp_size;

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

/// The sum over the warp, in lane 0.
__device__ float warp_sum(float value) {
  for (int distance = warp_size / 2; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

__global__ void warp_shuffle(Dot d) {
  __shared__ float sums[warps];

  const int lane = threadIdx.x % warp_size;
  const int warp = threadIdx.x / warp_size;
  const float sum = warp_sum(product(d));
  if (lane == 0) sums[warp] = sum;
  __syncthreads();
  if (warp > 0) return;
  const float block_sum = warp_sum(lane < warps ? sums[lane] : 0);
  if (lane == 0) atomicAdd(d.result, block_sum);
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
