// SPDX-License-Identifier: Apache-2.0
// CUB's reduction over the products, and cuBLAS sdot or ddot. Both write the result themselves.
#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/libraries/cublas.hpp"
#include "backends/cuda/libraries/libraries.hpp"
#include "catalogue/tiling/dot.hpp"

namespace tilebridge::cuda::libraries::dot_experiment {
namespace {

// [cub]
template <class T>
struct Product {
  const T* a;
  const T* b;
  __host__ __device__ T operator()(std::size_t i) const { return a[i] * b[i]; }
};

/// Calls CUB with `workspace`; if it is null, queries the size needed.
template <class T>
void cub_dot(const Dot<T>& d, void* workspace, std::size_t& bytes, Stream stream) {
  const auto index = thrust::counting_iterator<std::size_t>(0);
  check(
      cub::DeviceReduce::TransformReduce(workspace, bytes, index, d.result, d.n,
                                         ::cuda::std::plus<>{}, Product<T>{d.a, d.b}, T{0}, stream),
      "reducing with CUB");
}

// [cublas]
void cublas_dot(cublasHandle_t handle, const Dot<float>& d) {
  check(cublasSdot_64(handle, static_cast<std::int64_t>(d.n), d.a, 1, d.b, 1, d.result),
        "summing with cuBLAS");
}

void cublas_dot(cublasHandle_t handle, const Dot<double>& d) {
  check(cublasDdot_64(handle, static_cast<std::int64_t>(d.n), d.a, 1, d.b, 1, d.result),
        "summing with cuBLAS");
}

// [/]

template <class T>
void add_of(LibraryCalls& library) {
  library.add_prepared("dot/cub", [](const Dot<T>& d, Stream stream) {
    std::size_t bytes = 0;
    cub_dot(d, nullptr, bytes, stream);
    return [d, stream, bytes, workspace = device_memory<std::byte>(bytes)]() mutable {
      cub_dot(d, workspace.get(), bytes, stream);
    };
  });
  library.add_prepared("dot/cublas", [](const Dot<T>& d, Stream stream) {
    const CublasHandle handle = make_cublas(stream, CUBLAS_POINTER_MODE_DEVICE);
    return [handle, d] { cublas_dot(handle.get(), d); };
  });
}

}  // namespace

void register_kernels(LibraryCalls& library) {
  add_of<float>(library);
  add_of<double>(library);
}

}  // namespace tilebridge::cuda::libraries::dot_experiment
