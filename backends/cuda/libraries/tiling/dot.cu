// SPDX-License-Identifier: Apache-2.0
// CUB's reduction over the products, and cuBLAS sdot or ddot. Both write the result themselves.
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/libraries/cub.hpp"
#include "backends/cuda/libraries/cublas.hpp"
#include "backends/cuda/libraries/libraries.hpp"
#include "catalogue/tiling/dot.hpp"

#ifndef TILEBRIDGE_WITH_HIP
#include <cuda/std/functional>
#endif

namespace tilebridge::cuda::libraries::dot_experiment {
namespace {

template <class T>
struct Product {
  const T* a;
  const T* b;
  __host__ __device__ T operator()(std::size_t i) const { return a[i] * b[i]; }
};

/// Calls CUB with `workspace`; if it is null, queries the size needed.
#ifdef TILEBRIDGE_WITH_HIP
template <class T>
void cub_dot(const Dot<T>& d, void* workspace, std::size_t& bytes, Stream stream) {
  using Index = cub::CountingInputIterator<std::size_t>;
  const cub::TransformInputIterator<T, Product<T>, Index> products(Index(0), {d.a, d.b});
  check(cub::DeviceReduce::Sum(workspace, bytes, products, d.result, d.n, stream),
        "reducing with hipCUB");
}
#else
template <class T>
void cub_dot(const Dot<T>& d, void* workspace, std::size_t& bytes, Stream stream) {
  const auto index = thrust::counting_iterator<std::size_t>(0);
  check(
      cub::DeviceReduce::TransformReduce(workspace, bytes, index, d.result, d.n,
                                         ::cuda::std::plus<>{}, Product<T>{d.a, d.b}, T{0}, stream),
      "reducing with CUB");
}
#endif

#ifdef TILEBRIDGE_WITH_HIP
using Count = int;
constexpr auto cublas_dot(float) { return cublasSdot; }
constexpr auto cublas_dot(double) { return cublasDdot; }
#else
using Count = std::int64_t;
constexpr auto cublas_dot(float) { return cublasSdot_64; }
constexpr auto cublas_dot(double) { return cublasDdot_64; }
#endif

}  // namespace

void register_kernels(LibraryCalls& library) {
  kernels::for_types<float, double>([&]<class T>() {
    library.add_prepared("dot/cub", [](const Dot<T>& d, Stream stream) {
      check_count(d.n, reduces_by_int);
      std::size_t bytes = 0;
      cub_dot(d, nullptr, bytes, stream);
      return [d, stream, bytes, workspace = device_memory<std::byte>(bytes)]() mutable {
        cub_dot(d, workspace.get(), bytes, stream);
      };
    });
    library.add_prepared("dot/cublas", [](const Dot<T>& d, Stream stream) {
      const CublasHandle handle = make_cublas(stream, CUBLAS_POINTER_MODE_DEVICE);
      check_count(d.n, sizeof(Count) == sizeof(int));
      return [handle, d] {
        check(cublas_dot(T{})(handle.get(), static_cast<Count>(d.n), d.a, 1, d.b, 1, d.result),
              "summing");
      };
    });
  });
}

}  // namespace tilebridge::cuda::libraries::dot_experiment
