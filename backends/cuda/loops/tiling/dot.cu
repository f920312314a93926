// SPDX-License-Identifier: Apache-2.0
// One product per index of a range; the variants differ in how the products are summed.
#include <cstdint>

#include "backends/cuda/loops/loops.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/tiling/dot.hpp"

namespace tilebridge::cuda::loops::dot_experiment {
namespace {

template <class T>
__global__ void atomic(Dot<T> d) {
  const std::int64_t i = index_in_range();
  if (i < static_cast<std::int64_t>(d.n)) atomicAdd(d.result, d.a[i] * d.b[i]);
}

constexpr int block_size = Dot<float>::block_size;

template <class T>
__global__ void block_tree(Dot<T> d) {
  T* sums = scratch<T>();  // [block_size]
  const auto n = static_cast<std::int64_t>(d.n);
  const std::int64_t first = std::int64_t{block_size} * blockIdx.x;
  for (int thread = threadIdx.x; thread < block_size; thread += blockDim.x) {
    const std::int64_t i = first + thread;
    sums[thread] = i < n ? d.a[i] * d.b[i] : 0;
  }
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    for (int thread = threadIdx.x; thread < half; thread += blockDim.x)
      sums[thread] += sums[thread + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(d.result, sums[0]);
}

template <class T>
__global__ void warp_shuffle(Dot<T> d) {
  const auto n = static_cast<std::int64_t>(d.n);
  const std::int64_t first = std::int64_t{block_size} * blockIdx.x;
  const std::int64_t last = first + block_size < n ? first + block_size : n;
  T sum = 0;
  for (std::int64_t i = first + threadIdx.x; i < last; i += blockDim.x) sum += d.a[i] * d.b[i];
  sum = block_sum<block_size>(sum);
  if (threadIdx.x == 0) atomicAdd(d.result, sum);
}

/// Clears the result first. Where Kokkos clears it by a kernel, the shape of the sum comes last.
template <class T>
auto summed(void (*kernel)(Dot<T>)) {
  return [kernel](const Dot<T>& d, const LaunchShapes& followed, Stream stream) {
    check(cudaMemsetAsync(d.result, 0, sizeof(T), stream), "clearing the sum");
    if (d.n > 0 && !followed.empty()) launch(kernel, flat(followed.back()), stream, d);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add("dot/atomic", summed(atomic<T>));
    controls.add("dot/block_tree", summed(block_tree<T>));
    controls.add("dot/warp_shuffle", summed(warp_shuffle<T>));
  });
}

}  // namespace tilebridge::cuda::loops::dot_experiment
