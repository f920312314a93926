// SPDX-License-Identifier: Apache-2.0
// One sum per block, of at most 1024 blocks, then one block for the blocks' sums; the variants
// differ in how a block sums. vector_load: 32 floats per thread and one atomic per block.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/tiling/reduce.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::cuda::reduce_experiment {
namespace {

constexpr int block_size = ReduceShares::block_size;

/// Sums this thread's elements in a block's share, which begins at `first`.
template <template <class> class Result = Addition, class T>
__device__ T sum_of_thread(const T* in, std::size_t n, std::size_t first, std::size_t share) {
  const std::size_t last = first + share < n ? first + share : n;
  T sum = Result<T>::none;
  for (std::size_t i = first + threadIdx.x; i < last; i += block_size)
    sum = Result<T>::of(sum, in[i]);
  return sum;
}

/// Returns a block's dynamic shared memory; all kernels must declare it with one type.
template <class T>
__device__ T* dynamic_shared() {
  extern __shared__ double memory[];
  return reinterpret_cast<T*>(memory);
}

/// Returns the sum of `value` over the block in thread 0.
template <class T, template <class> class Result = Addition>
__device__ T tree(T value) {
  T* sums = dynamic_shared<T>();
  const int thread = threadIdx.x;
  sums[thread] = value;
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (thread < half) sums[thread] = Result<T>::of(sums[thread], sums[thread + half]);
    __syncthreads();
  }
  return sums[0];
}

/// Sums by the same tree, but one warp adds the last 32 sums. Lanes beyond `half` compute sums that
/// are never read.
template <class T>
__device__ T unrolled(T value) {
  T* sums = dynamic_shared<T>();
  const int thread = threadIdx.x;
  sums[thread] = value;
  __syncthreads();
  for (int half = block_size / 2; half >= warp_size; half /= 2) {
    if (thread < half) sums[thread] += sums[thread + half];
    __syncthreads();
  }
  if (thread >= warp_size) return 0;
  T sum = sums[thread];
  for (int half = warp_size / 2; half > 0; half /= 2) {
    sum += sums[thread + half];
    __syncwarp();  // all lanes have read before any writes
    sums[thread] = sum;
    __syncwarp();
  }
  return sum;
}

/// sums[block] = Σ in[i] over the block's share.
template <class T, T (*sum_of_block)(T), template <class> class Result>
__global__ void sum_blocks(const T* in, std::size_t n, std::size_t share, T* sums) {
  const T sum = sum_of_block(sum_of_thread<Result>(in, n, blockIdx.x * share, share));
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

/// A block needs shared memory for `values` values.
template <class T, T (*sum_of_block)(T), int values, template <class> class Result = Addition>
auto two_passes(const Reduce<T>& r, Stream stream) {
  constexpr std::size_t shared_bytes = values * sizeof(T);
  const auto [share, blocks] = ReduceShares(r.n);
  return [r, stream, share = share, blocks = blocks, partials = device_memory<T>(blocks)] {
    constexpr auto kernel = sum_blocks<T, sum_of_block, Result>;
    kernel<<<blocks, block_size, shared_bytes, stream>>>(r.in, r.n, share, partials.get());
    kernel<<<1, block_size, shared_bytes, stream>>>(partials.get(), blocks, blocks, r.result);
  };
}

/// `ticket` is 0 before and after.
template <class T>
__global__ void single_pass(Reduce<T> r, std::size_t share, T* partials, unsigned* ticket) {
  __shared__ bool is_last;

  const T sum = block_sum<block_size>(sum_of_thread(r.in, r.n, blockIdx.x * share, share));
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = sum;
    __threadfence();  // a thread that sees this ticket also sees the sum
    is_last = atomicAdd(ticket, 1) == gridDim.x - 1;
    if (is_last) __threadfence();  // the other blocks' sums are read after the ticket
  }
  __syncthreads();
  if (!is_last) return;

  const T total = block_sum<block_size>(sum_of_thread(partials, gridDim.x, 0, gridDim.x));
  if (threadIdx.x > 0) return;
  *r.result = total;
  *ticket = 0;
}

template <class T>
auto one_pass(const Reduce<T>& r, Stream stream) {
  const auto ticket = device_memory<unsigned>(1);
  check(cudaMemsetAsync(ticket.get(), 0, sizeof(unsigned), stream), "clearing the ticket");
  const auto [share, blocks] = ReduceShares(r.n);
  return [r, stream, ticket, share = share, blocks = blocks, partials = device_memory<T>(blocks)] {
    single_pass<<<blocks, block_size, 0, stream>>>(r, share, partials.get(), ticket.get());
  };
}

template <class T>
__device__ T sum_of(const Pack<T>& pack) {
  const T two = pack.values[0] + pack.values[1];
  if constexpr (pack_width<T> == 2) {
    return two;
  } else {
    return two + (pack.values[2] + pack.values[3]);
  }
}

constexpr int piece = vector_sums::loads * vector_sums::block_size;  // in Packs

template <class T>
__global__ void vector_load(Reduce<T> r) {
  constexpr int width = pack_width<T>;
  const auto* in = reinterpret_cast<const Pack<T>*>(r.in);
  const std::size_t first = blockIdx.x * std::size_t{piece} + threadIdx.x;
  Pack<T> held[vector_sums::loads] = {};
#pragma unroll
  for (int k = 0; k < vector_sums::loads; ++k) {
    const std::size_t i = first + k * vector_sums::block_size;
    if (i < r.n / width) held[k] = in[i];
  }
  T sum = 0;
#pragma unroll
  for (int k = 0; k < vector_sums::loads; ++k) sum += sum_of(held[k]);
  if (blockIdx.x == 0 && threadIdx.x < r.n % width)  // remainder: fewer than a full Pack
    sum += r.in[r.n / width * width + threadIdx.x];
  sum = block_sum<vector_sums::block_size>(sum);
  if (threadIdx.x == 0) atomicAdd(r.result, sum);
}

template <class T>
void launch_vector_load(const Reduce<T>& r, Stream stream) {
  check(cudaMemsetAsync(r.result, 0, sizeof(T), stream), "clearing the sum");
  const std::size_t blocks = ceil_div(r.n, pack_width<T> * piece);
  if (r.n > 0) vector_load<<<blocks, vector_sums::block_size, 0, stream>>>(r);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add_prepared("reduce/block_tree", two_passes<T, tree<T>, block_size>);
    native.add_prepared("reduce/maximum", two_passes<T, tree<T, Maximum>, block_size, Maximum>);
    native.add_prepared("reduce/unrolled", two_passes<T, unrolled<T>, block_size>);
    native.add_prepared("reduce/shuffle", two_passes<T, block_sum<block_size, T>, 0>);
    native.add_prepared("reduce/single_pass", one_pass<T>);
    native.add("reduce/vector_load", launch_vector_load<T>);
  });
}

}  // namespace tilebridge::cuda::reduce_experiment
