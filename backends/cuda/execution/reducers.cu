// SPDX-License-Identifier: Apache-2.0
// One result per block, of at most 1024 blocks, then one block that joins the blocks' results.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/joins.hpp"
#include "backends/cuda/native.hpp"
#include "catalogue/execution/reducers.hpp"

namespace tilebridge::cuda::reducers_experiment {
namespace {

constexpr int block_size = ReduceShares::block_size;

template <class T, class Result>
__global__ void reduce_shares(ReduceTo<T, Result> r, std::size_t share, Result* partials) {
  const std::size_t first = blockIdx.x * share;
  const std::size_t last = first + share < r.n ? first + share : r.n;
  Result result = Result::none();
  for (std::size_t i = first + threadIdx.x; i < last; i += block_size) result.add(r.in[i], i);
  result = joined_in_block<block_size>(result);
  if (threadIdx.x == 0) partials[blockIdx.x] = result;
}

template <class Result>
__global__ void join_partials(const Result* partials, int count, Result* result) {
  Result joined = Result::none();
  for (int i = threadIdx.x; i < count; i += block_size) joined.join(partials[i]);
  joined = joined_in_block<block_size>(joined);
  if (threadIdx.x == 0) *result = joined;
}

template <class T, class Result>
auto two_passes(const ReduceTo<T, Result>& r, Stream stream) {
  const auto [share, blocks] = ReduceShares(r.n);
  return [r, stream, share = share, blocks = blocks, partials = device_memory<Result>(blocks)] {
    reduce_shares<<<blocks, block_size, 0, stream>>>(r, share, partials.get());
    join_partials<<<1, block_size, 0, stream>>>(partials.get(), static_cast<int>(blocks), r.result);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add_prepared("reducers/min_max", two_passes<T, Extremes<T>>);
    native.add_prepared("reducers/min_location", two_passes<T, Smallest<T>>);
    native.add_prepared("reducers/sum_count", two_passes<T, SumAndCount<T>>);
  });
}

}  // namespace tilebridge::cuda::reducers_experiment
