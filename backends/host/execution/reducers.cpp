// SPDX-License-Identifier: Apache-2.0
// As many results as there are blocks on a GPU, joined by one thread.
#include "catalogue/execution/reducers.hpp"

#include <algorithm>
#include <vector>

#include "backends/host/native.hpp"

namespace tilebridge::host::reducers_experiment {
namespace {

template <class T, class Result>
void reduce(const ReduceTo<T, Result>& r, Threads threads) {
  const ReduceShares shares(r.n);
  std::vector<Result> partials(shares.blocks);
#pragma omp parallel for num_threads(threads)
  for (std::size_t block = 0; block < shares.blocks; ++block) {
    const std::size_t last = std::min((block + 1) * shares.share, r.n);
    Result result = Result::none();
    for (std::size_t i = block * shares.share; i < last; ++i)
      result.add(r.in[i], static_cast<std::int64_t>(i));
    partials[block] = result;
  }
  Result joined = Result::none();
  for (const Result& partial : partials) joined.join(partial);
  *r.result = joined;
}

}  // namespace

void register_kernels(NativeKernels& native) {
  kernels::for_types<float, double>([&]<class T>() {
    native.add("reducers/min_max", reduce<T, Extremes<T>>);
    native.add("reducers/min_location", reduce<T, Smallest<T>>);
    native.add("reducers/sum_count", reduce<T, SumAndCount<T>>);
  });
}

}  // namespace tilebridge::host::reducers_experiment
