// SPDX-License-Identifier: Apache-2.0
// One product per thread, or 16 for float (vector_load); variants differ in how the products are
// summed.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/native.hpp"
#include "backends/cuda/pack.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/tiling/dot.hpp"
#include "catalogue/vector_sums.hpp"

namespace tilebridge::cuda::dot_experiment {
namespace {

constexpr int block_size = Dot<float>::block_size;

template <class T>
__global__ void atomic(Dot<T> d) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < d.n) atomicAdd(d.result, d.a[i] * d.b[i]);
}

/// This thread's product; 0 beyond the end.
template <class T>
__device__ T product(const Dot<T>& d) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  return i < d.n ? d.a[i] * d.b[i] : 0;
}

template <class T>
__global__ void block_tree(Dot<T> d) {
  __shared__ T sums[block_size];

  const int thread = threadIdx.x;
  sums[thread] = product(d);
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    if (thread < half) sums[thread] += sums[thread + half];
    __syncthreads();
  }
  if (thread == 0) atomicAdd(d.result, sums[0]);
}

template <class T>
__global__ void warp_shuffle(Dot<T> d) {
  const T sum = block_sum<block_size>(product(d));
  if (threadIdx.x == 0) atomicAdd(d.result, sum);
}

template <class T>
__device__ T product(const Pack<T>& a, const Pack<T>& b) {
  const T two = a.values[0] * b.values[0] + a.values[1] * b.values[1];
  if constexpr (pack_width<T> == 2) {
    return two;
  } else {
    return two + (a.values[2] * b.values[2] + a.values[3] * b.values[3]);
  }
}

constexpr int packs = vector_sums::loads / 2;  // of each array, per thread
constexpr int piece = packs * vector_sums::block_size;

template <class T>
__global__ void vector_load(Dot<T> d) {
  constexpr int width = pack_width<T>;
  const auto* a = reinterpret_cast<const Pack<T>*>(d.a);
  const auto* b = reinterpret_cast<const Pack<T>*>(d.b);
  const std::size_t first = blockIdx.x * std::size_t{piece} + threadIdx.x;
  Pack<T> of_a[packs] = {};
  Pack<T> of_b[packs] = {};
#pragma unroll
  for (int k = 0; k < packs; ++k) {
    const std::size_t i = first + k * vector_sums::block_size;
    if (i >= d.n / width) continue;
    of_a[k] = a[i];
    of_b[k] = b[i];
  }
  T sum = 0;
#pragma unroll
  for (int k = 0; k < packs; ++k) sum += product(of_a[k], of_b[k]);
  if (blockIdx.x == 0 && threadIdx.x < d.n % width) {  // remainder: fewer than a full Pack
    const std::size_t i = d.n / width * width + threadIdx.x;
    sum += d.a[i] * d.b[i];
  }
  sum = block_sum<vector_sums::block_size>(sum);
  if (threadIdx.x == 0) atomicAdd(d.result, sum);
}

template <class T, void (*kernel)(Dot<T>), int threads = block_size,
          int products_a_block = block_size>
void launch(const Dot<T>& d, Stream stream) {
  check(cudaMemsetAsync(d.result, 0, sizeof(T), stream), "clearing the sum");
  if (d.n > 0) kernel<<<ceil_div(d.n, products_a_block), threads, 0, stream>>>(d);
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("dot/atomic", launch<T, atomic<T>>);
    native.add("dot/block_tree", launch<T, block_tree<T>>);
    native.add("dot/warp_shuffle", launch<T, warp_shuffle<T>>);
    native.add("dot/vector_load",
               launch<T, vector_load<T>, vector_sums::block_size, pack_width<T> * piece>);
  });
}

}  // namespace tilebridge::cuda::dot_experiment
