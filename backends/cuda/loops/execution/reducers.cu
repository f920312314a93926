// SPDX-License-Identifier: Apache-2.0
// One result per team of at most 1024, then one team that joins the teams' results: each thread
// reduces its part of a range before the team does.
#include <cstdint>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/joins.hpp"
#include "backends/cuda/loops/loops.hpp"
#include "catalogue/execution/reducers.hpp"

namespace tilebridge::cuda::loops::reducers_experiment {
namespace {

constexpr int block_size = ReduceShares::block_size;

template <class T, class Result>
__global__ void reduce_shares(ReduceTo<T, Result> r, std::int64_t share, Result* partials) {
  const auto n = static_cast<std::int64_t>(r.n);
  const std::int64_t first = blockIdx.x * share;
  const std::int64_t last = first + share < n ? first + share : n;
  Result result = Result::none();
  for (std::int64_t i = first + threadIdx.x; i < last; i += blockDim.x) result.add(r.in[i], i);
  result = joined_in_block<block_size>(result);
  if (threadIdx.x == 0) partials[blockIdx.x] = result;
}

template <class T, class Result>
__global__ void join_partials(ReduceTo<T, Result> r, int count, Result* partials) {
  Result joined = Result::none();
  for (int i = threadIdx.x; i < count; i += blockDim.x) joined.join(partials[i]);
  joined = joined_in_block<block_size>(joined);
  if (threadIdx.x == 0) *r.result = joined;
}

template <class T, class Result>
auto two_passes(const ReduceTo<T, Result>& r, const LaunchShapes& followed, Stream stream) {
  const auto [share, blocks] = ReduceShares(r.n);
  return [=, share = static_cast<std::int64_t>(share), count = static_cast<int>(blocks),
          partials = device_memory<Result>(blocks)] {
    if (followed.size() != 2) return;
    launch(reduce_shares<T, Result>, flat(followed[0]), stream, r, share, partials.get());
    launch(join_partials<T, Result>, flat(followed[1]), stream, r, count, partials.get());
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  const Controls controls(native);
  kernels::for_types<float, double>([&]<class T>() {
    controls.add_prepared("reducers/min_max", two_passes<T, Extremes<T>>);
    controls.add_prepared("reducers/min_location", two_passes<T, Smallest<T>>);
    controls.add_prepared("reducers/sum_count", two_passes<T, SumAndCount<T>>);
  });
}

}  // namespace tilebridge::cuda::loops::reducers_experiment
