// Every thread counts a byte at a time, a grid apart; what differs is where the bins lie.
#include <algorithm>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/histogram.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int block_size = 256;
constexpr int bins = Histogram::bins;
static_assert(block_size == bins, "a thread clears and adds up one bin");
/// 2048 threads for each of 128 multiprocessors: an H200 has 132.
constexpr std::size_t most_blocks = 1024;

__global__ void global_atomic(Histogram h) {
  const std::size_t grid_size = gridDim.x * std::size_t{block_size};
  for (std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x; i < h.n; i += grid_size)
    atomicAdd(&h.counts[h.in[i]], 1);
}

__global__ void block_private(Histogram h) {
  __shared__ unsigned counts[bins];

  counts[threadIdx.x] = 0;
  __syncthreads();
  const std::size_t grid_size = gridDim.x * std::size_t{block_size};
  for (std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x; i < h.n; i += grid_size)
    atomicAdd(&counts[h.in[i]], 1);
  __syncthreads();
  atomicAdd(&h.counts[threadIdx.x], counts[threadIdx.x]);
}

template <void (*kernel)(Histogram)>
void launch(const Histogram& h, Stream stream) {
  check(cudaMemsetAsync(h.counts, 0, bins * sizeof(*h.counts), stream), "clearing the bins");
  const std::size_t blocks = std::min(ceil_div(h.n, block_size), most_blocks);
  if (h.n > 0) kernel<<<blocks, block_size, 0, stream>>>(h);
}

}  // namespace

void add_histogram(Native& native) {
  native.add("histogram/global_atomic", launch<global_atomic>);
  native.add("histogram/block_private", launch<block_private>);
}

}  // namespace tilebridge::cuda
