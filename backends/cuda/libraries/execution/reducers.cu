// SPDX-License-Identifier: Apache-2.0
// CUB's reduction with an operator of our own. It writes the result itself.
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/libraries/cub.hpp"
#include "backends/cuda/libraries/libraries.hpp"
#include "catalogue/execution/reducers.hpp"

namespace tilebridge::cuda::libraries::reducers_experiment {
namespace {

template <class T, class Result>
struct OfElement {
  const T* in;
  __host__ __device__ Result operator()(std::int64_t i) const {
    Result result = Result::none();
    result.add(in[i], i);
    return result;
  }
};

struct Join {
  template <class Result>
  __host__ __device__ Result operator()(Result a, const Result& b) const {
    a.join(b);
    return a;
  }
};

/// Calls CUB with `workspace`; if it is null, queries the size needed.
#ifdef TILEBRIDGE_WITH_HIP
template <class T, class Result>
void cub_reduce(const ReduceTo<T, Result>& r, void* workspace, std::size_t& bytes, Stream stream) {
  using Index = cub::CountingInputIterator<std::int64_t>;
  const cub::TransformInputIterator<Result, OfElement<T, Result>, Index> results(Index(0), {r.in});
  check(cub::DeviceReduce::Reduce(workspace, bytes, results, r.result, r.n, Join{}, Result::none(),
                                  stream),
        "reducing with hipCUB");
}
#else
template <class T, class Result>
void cub_reduce(const ReduceTo<T, Result>& r, void* workspace, std::size_t& bytes, Stream stream) {
  const auto index = thrust::counting_iterator<std::int64_t>(0);
  check(cub::DeviceReduce::TransformReduce(workspace, bytes, index, r.result, r.n, Join{},
                                           OfElement<T, Result>{r.in}, Result::none(), stream),
        "reducing with CUB");
}
#endif

template <class T, class Result>
auto prepare(const ReduceTo<T, Result>& r, Stream stream) {
  std::size_t bytes = 0;
  cub_reduce(r, nullptr, bytes, stream);
  return [r, stream, bytes, workspace = device_memory<std::byte>(bytes)]() mutable {
    cub_reduce(r, workspace.get(), bytes, stream);
  };
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>([&]<class T>() {
    library.add_prepared("reducers/cub_min_max", prepare<T, Extremes<T>>);
    library.add_prepared("reducers/cub_min_location", prepare<T, Smallest<T>>);
    library.add_prepared("reducers/cub_sum_count", prepare<T, SumAndCount<T>>);
  });
}

}  // namespace tilebridge::cuda::libraries::reducers_experiment
