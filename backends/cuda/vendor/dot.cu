// CUB's reduction over the products, and cuBLAS sdot. Both write the result themselves.
#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>

#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/vendor/cublas.hpp"
#include "backends/cuda/vendor/vendor.hpp"
#include "catalogue/dot.hpp"

namespace tilebridge::cuda {
namespace {

struct Product {
  const float* a;
  const float* b;
  __host__ __device__ float operator()(std::size_t i) const { return a[i] * b[i]; }
};

/// Calls CUB with `workspace`; with none, asks for its size.
void cub_dot(const Dot& d, void* workspace, std::size_t& bytes, Stream stream) {
  const auto index = thrust::counting_iterator<std::size_t>(0);
  check(cub::DeviceReduce::TransformReduce(workspace, bytes, index, d.result, d.n,
                                           ::cuda::std::plus<>{}, Product{d.a, d.b}, 0.0F, stream),
        "reducing with CUB");
}

}  // namespace

void add_vendor_dot(Vendor& vendor) {
  vendor.add_prepared("dot/cub", [](const Dot& d, Stream stream) {
    std::size_t bytes = 0;
    cub_dot(d, nullptr, bytes, stream);
    return [d, stream, bytes, workspace = device_memory<std::byte>(bytes)]() mutable {
      cub_dot(d, workspace.get(), bytes, stream);
    };
  });
  vendor.add_prepared("dot/cublas", [](const Dot& d, Stream stream) {
    const CublasHandle handle = make_cublas(stream, CUBLAS_POINTER_MODE_DEVICE);
    return [handle, d] {
      check(cublasSdot_64(handle.get(), static_cast<std::int64_t>(d.n), d.a, 1, d.b, 1, d.result),
            "summing with cuBLAS");
    };
  });
}

}  // namespace tilebridge::cuda
