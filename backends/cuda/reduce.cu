// One element a thread and a sum a block, then one block for the blocks' sums; what differs is how
// a block sums. vector_load: 32 elements a thread, and an atomic a block.
#include <algorithm>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/reduce.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::cuda {
namespace {

constexpr int block_size = 256;

/// The element of this thread; 0 beyond the end.
__device__ float element(const Reduce& r) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  return i < r.n ? r.in[i] : 0;
}

/// This thread's share of all blocks' sums.
__device__ float share(const float* partials, int blocks) {
  float sum = 0;
  for (int block = threadIdx.x; block < blocks; block += block_size) sum += partials[block];
  return sum;
}

/// The sum of `value` over the block, in thread 0.
__device__ float tree(float value) {
  extern __shared__ float sums[];

  const int thread = threadIdx.x;
  sums[thread] = value;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (thread < half) sums[thread] += sums[thread + half];
    __syncthreads();
  }
  return sums[0];
}

/// The same; the last 32 sums are one warp's. Lanes beyond `half` add up what nobody reads.
__device__ float unrolled(float value) {
  extern __shared__ float sums[];

  const int thread = threadIdx.x;
  sums[thread] = value;
  __syncthreads();
  for (int half = block_size / 2; half >= warp_size; half /= 2) {
    if (thread < half) sums[thread] += sums[thread + half];
    __syncthreads();
  }
  if (thread >= warp_size) return 0;
  float sum = sums[thread];
  for (int half = warp_size / 2; half > 0; half /= 2) {
    sum += sums[thread + half];
    __syncwarp();  // all lanes have read before one writes
    sums[thread] = sum;
    __syncwarp();
  }
  return sum;
}

template <float (*sum_of_block)(float)>
__global__ void sum_blocks(Reduce r, float* partials) {
  const float sum = sum_of_block(element(r));
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

template <float (*sum_of_block)(float)>
__global__ void sum_partials(const float* partials, int blocks, float* result) {
  const float sum = sum_of_block(share(partials, blocks));
  if (threadIdx.x == 0) *result = sum;
}

/// `ticket` is 0 before and after.
__global__ void single_pass(Reduce r, float* partials, unsigned* ticket) {
  __shared__ bool is_last;

  const float sum = block_sum<block_size>(element(r));
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = sum;
    __threadfence();  // whoever sees this ticket sees the sum
    is_last = atomicAdd(ticket, 1) == gridDim.x - 1;
    if (is_last) __threadfence();  // the other blocks' sums are read after the ticket
  }
  __syncthreads();
  if (!is_last) return;

  const float total = block_sum<block_size>(share(partials, gridDim.x));
  if (threadIdx.x > 0) return;
  *r.result = total;
  *ticket = 0;
}

__device__ float sum_of(float4 v) { return (v.x + v.y) + (v.z + v.w); }

constexpr int piece = vector_sums::loads * vector_sums::block_size;  // vectors

__global__ void vector_load(Reduce r) {
  const auto* in = reinterpret_cast<const float4*>(r.in);
  const std::size_t first = blockIdx.x * std::size_t{piece} + threadIdx.x;
  float4 held[vector_sums::loads] = {};
#pragma unroll
  for (int k = 0; k < vector_sums::loads; ++k) {
    const std::size_t i = first + k * vector_sums::block_size;
    if (i < r.n / 4) held[k] = in[i];
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < vector_sums::loads; ++k) sum += sum_of(held[k]);
  if (blockIdx.x == 0 && threadIdx.x < r.n % 4)  // too few for a vector
    sum += r.in[r.n / 4 * 4 + threadIdx.x];
  sum = block_sum<vector_sums::block_size>(sum);
  if (threadIdx.x == 0) atomicAdd(r.result, sum);
}

void in_vectors(const Reduce& r, Stream stream) {
  check(cudaMemsetAsync(r.result, 0, sizeof(float), stream), "clearing the sum");
  if (r.n > 0) vector_load<<<ceil_div(r.n, 4 * piece), vector_sums::block_size, 0, stream>>>(r);
}

/// At least one, so that the sum of nothing is written too.
int blocks(const Reduce& r) {
  return static_cast<int>(std::max(ceil_div(r.n, block_size), std::size_t{1}));
}

template <float (*sum_of_block)(float), int shared_bytes>
auto two_passes(const Reduce& r, Stream stream) {
  return [r, stream, blocks = blocks(r), partials = device_memory<float>(blocks(r))] {
    sum_blocks<sum_of_block><<<blocks, block_size, shared_bytes, stream>>>(r, partials.get());
    sum_partials<sum_of_block>
        <<<1, block_size, shared_bytes, stream>>>(partials.get(), blocks, r.result);
  };
}

auto one_pass(const Reduce& r, Stream stream) {
  const auto ticket = device_memory<unsigned>(1);
  check(cudaMemsetAsync(ticket.get(), 0, sizeof(unsigned), stream), "clearing the ticket");
  return [r, stream, ticket, partials = device_memory<float>(blocks(r))] {
    single_pass<<<blocks(r), block_size, 0, stream>>>(r, partials.get(), ticket.get());
  };
}

}  // namespace

void add_reduce(Native& native) {
  constexpr int block_bytes = block_size * sizeof(float);
  native.add_prepared("reduce/block_tree", two_passes<tree, block_bytes>);
  native.add_prepared("reduce/unrolled", two_passes<unrolled, block_bytes>);
  native.add_prepared("reduce/shuffle", two_passes<block_sum<block_size>, 0>);
  native.add_prepared("reduce/single_pass", one_pass);
  native.add("reduce/vector_load", in_vectors);
}

}  // namespace tilebridge::cuda
