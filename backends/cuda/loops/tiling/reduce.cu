// SPDX-License-Identifier: Apache-2.0
// One sum per team of at most 1024, then one team for the teams' sums: as a tree of ranges, or by a
// range that each thread sums its part of before the team does.
#include <cstdint>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "backends/cuda/sums.hpp"
#include "catalogue/tiling/reduce.hpp"

namespace tilebridge::cuda::loops::reduce_experiment {
namespace {

constexpr int block_size = ReduceShares::block_size;

/// sums[block] = Σ in[i] over the block's `share` of n elements.
template <class T>
struct Pass {
  const T* in;
  std::int64_t n, share;
  T* sums;
};

template <class Result, class T>
__global__ void tree(Pass<T> pass) {
  T* sums = scratch<T>();  // [block_size]
  const std::int64_t first = blockIdx.x * pass.share;
  const std::int64_t last = first + pass.share < pass.n ? first + pass.share : pass.n;
  for (int thread = threadIdx.x; thread < block_size; thread += blockDim.x) {
    T sum = Result::none;
    for (std::int64_t i = first + thread; i < last; i += block_size)
      sum = Result::of(sum, pass.in[i]);
    sums[thread] = sum;
  }
  __syncthreads();
  for (int half = block_size / 2; half > 0; half /= 2) {
    for (int thread = threadIdx.x; thread < half; thread += blockDim.x)
      sums[thread] = Result::of(sums[thread], sums[thread + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) pass.sums[blockIdx.x] = sums[0];
}

/// Sums a thread's part of in[first] to in[last - 1] by a loop that nvcc unrolls by four.
struct UnrolledByNvcc {
  template <class T>
  static __device__ T part(const T* in, std::int64_t first, std::int64_t last) {
    T sum = 0;
    for (std::int64_t i = first + threadIdx.x; i < last; i += blockDim.x) sum += in[i];
    return sum;
  }
};

/// The respelled controls load one element at a time, because nvcc does not unroll a loop whose
/// body is a functor.
struct NotUnrolled {
  template <class T>
  static __device__ T part(const T* in, std::int64_t first, std::int64_t last) {
    T sum = 0;
#pragma unroll 1
    for (std::int64_t i = first + threadIdx.x; i < last; i += blockDim.x) sum += in[i];
    return sum;
  }
};

template <class T, class Loop>
__global__ void team_reduction(Pass<T> pass) {
  const std::int64_t first = blockIdx.x * pass.share;
  const std::int64_t last = first + pass.share < pass.n ? first + pass.share : pass.n;
  const T sum = block_sum<block_size>(Loop::part(pass.in, first, last));
  if (threadIdx.x == 0) pass.sums[blockIdx.x] = sum;
}

template <class T>
auto two_passes(void (*kernel)(Pass<T>)) {
  return [kernel](const Reduce<T>& r, const LaunchShapes& followed, Stream stream) {
    const auto [share, blocks] = ReduceShares(r.n);
    const auto n = static_cast<std::int64_t>(r.n), teams = static_cast<std::int64_t>(blocks);
    return [=, share = static_cast<std::int64_t>(share), partials = device_memory<T>(blocks)] {
      if (followed.size() != 2) return;
      launch(kernel, flat(followed[0]), stream, Pass<T>{r.in, n, share, partials.get()});
      launch(kernel, flat(followed[1]), stream, Pass<T>{partials.get(), teams, teams, r.result});
    };
  };
}

/// `ticket` is 0 before and after.
template <class T>
struct SinglePass {
  const T* in;
  std::int64_t n, share;
  T* partials;
  unsigned* ticket;
  T* result;
};

template <class T, class Loop>
__global__ void single_pass(SinglePass<T> pass) {
  __shared__ unsigned drawn;

  const std::int64_t first = blockIdx.x * pass.share;
  const std::int64_t last = first + pass.share < pass.n ? first + pass.share : pass.n;
  const T sum = block_sum<block_size>(Loop::part(pass.in, first, last));
  if (threadIdx.x == 0) {
    pass.partials[blockIdx.x] = sum;
    __threadfence();  // a thread that sees this ticket also sees the sum
    drawn = atomicAdd(pass.ticket, 1);
  }
  __syncthreads();
  if (drawn + 1 < gridDim.x) return;

  __threadfence();  // the other blocks' sums are read after the ticket
  T total = 0;
  for (int i = threadIdx.x; i < static_cast<int>(gridDim.x); i += blockDim.x)
    total += pass.partials[i];
  total = block_sum<block_size>(total);
  if (threadIdx.x == 0) {
    *pass.result = total;
    *pass.ticket = 0;
  }
}

template <class T, class Loop>
auto one_pass(const Reduce<T>& r, const LaunchShapes& followed, Stream stream) {
  const auto [share, blocks] = ReduceShares(r.n);
  const auto ticket = device_memory<unsigned>(1);
  check(cudaMemsetAsync(ticket.get(), 0, sizeof(unsigned), stream), "clearing the ticket");
  return [=, share = static_cast<std::int64_t>(share), partials = device_memory<T>(blocks)] {
    if (followed.size() != 1) return;
    launch(single_pass<T, Loop>, flat(followed[0]), stream,
           SinglePass<T>{r.in, static_cast<std::int64_t>(r.n), share, partials.get(), ticket.get(),
                         r.result});
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add_prepared("reduce/block_tree", two_passes(tree<Addition<T>, T>));
    controls.add_prepared("reduce/maximum", two_passes(tree<Maximum<T>, T>));
    controls.add_prepared("reduce/shuffle", two_passes(team_reduction<T, UnrolledByNvcc>));
    controls.add_prepared("reduce/single_pass", one_pass<T, UnrolledByNvcc>);
    controls.add_prepared_respelled("reduce/shuffle", two_passes(team_reduction<T, NotUnrolled>));
    controls.add_prepared_respelled("reduce/single_pass", one_pass<T, NotUnrolled>);
  });
}

}  // namespace tilebridge::cuda::loops::reduce_experiment
