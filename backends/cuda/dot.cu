// One product a thread, or 16 (vector_load); what differs is how the products are summed.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/dot.hpp"
#include "catalogue/vector_sums.hpp"

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

__device__ float product(float4 a, float4 b) {
  return (a.x * b.x + a.y * b.y) + (a.z * b.z + a.w * b.w);
}

constexpr int vectors = vector_sums::loads / 2;  // of each array, a thread
constexpr int piece = vectors * vector_sums::block_size;

__global__ void vector_load(Dot d) {
  const auto* a = reinterpret_cast<const float4*>(d.a);
  const auto* b = reinterpret_cast<const float4*>(d.b);
  const std::size_t first = blockIdx.x * std::size_t{piece} + threadIdx.x;
  float4 of_a[vectors] = {};
  float4 of_b[vectors] = {};
#pragma unroll
  for (int k = 0; k < vectors; ++k) {
    const std::size_t i = first + k * vector_sums::block_size;
    if (i >= d.n / 4) continue;
    of_a[k] = a[i];
    of_b[k] = b[i];
  }
  float sum = 0;
#pragma unroll
  for (int k = 0; k < vectors; ++k) sum += product(of_a[k], of_b[k]);
  if (blockIdx.x == 0 && threadIdx.x < d.n % 4) {  // too few for a vector
    const std::size_t i = d.n / 4 * 4 + threadIdx.x;
    sum += d.a[i] * d.b[i];
  }
  sum = block_sum<vector_sums::block_size>(sum);
  if (threadIdx.x == 0) atomicAdd(d.result, sum);
}

template <void (*kernel)(Dot), int threads = block_size, int products_a_block = block_size>
void launch(const Dot& d, Stream stream) {
  check(cudaMemsetAsync(d.result, 0, sizeof(float), stream), "clearing the sum");
  if (d.n > 0) kernel<<<ceil_div(d.n, products_a_block), threads, 0, stream>>>(d);
}

}  // namespace

void add_dot(Native& native) {
  native.add("dot/atomic", launch<atomic>);
  native.add("dot/block_tree", launch<block_tree>);
  native.add("dot/warp_shuffle", launch<warp_shuffle>);
  native.add("dot/vector_load", launch<vector_load, vector_sums::block_size, 4 * piece>);
}

}  // namespace tilebridge::cuda
