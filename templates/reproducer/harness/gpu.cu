// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <new>

#include "backends/cuda/native.hpp"
#include "backends/kokkos/session.hpp"
#include "harness/device.hpp"

#ifdef TILEBRIDGE_WITH_HIP
using cudaDeviceProp = hipDeviceProp_t;
#define cudaGetDeviceProperties hipGetDeviceProperties
#endif

namespace reproducer {
namespace {

using tilebridge::cuda::check;
using tilebridge::kernels::Registry;

/// Reads n words, which are all 0: `sink` is never written.
__global__ void read_all(const unsigned* words, std::size_t n, unsigned* sink) {
  unsigned sum = 0;
  for (std::size_t i = blockIdx.x * std::size_t(blockDim.x) + threadIdx.x; i < n;
       i += std::size_t(gridDim.x) * blockDim.x)
    sum |= words[i];
  if (sum != 0) *sink = sum;
}

class Gpu final : public Device {
 public:
  Gpu() {
    check(cudaSetDevice(0), "choosing the GPU");
    check(cudaGetDeviceProperties(&properties_, 0), "asking for the GPU's properties");
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking), "creating a stream");
    check(cudaEventCreate(&start_), "creating an event");
    check(cudaEventCreate(&stop_), "creating an event");
    flushed_bytes_ = 2 * std::max<std::size_t>(properties_.l2CacheSize, 1 << 20);
    flushed_ = allocate(flushed_bytes_, Space::device);
    check(cudaMemsetAsync(flushed_.get(), 0, flushed_bytes_, stream_), "clearing memory");
  }

  std::string name() const override { return properties_.name; }

  Memory allocate(std::size_t bytes, Space space) override {
    void* at = nullptr;
    const std::size_t size = (bytes / 256 + 1) * 256;
    if (space == Space::pageable) {
      at = std::aligned_alloc(256, size);
      if (at == nullptr) throw std::bad_alloc();
      return {at, [](void* p) { std::free(p); }};
    }
    if (space == Space::pinned) {
      check(cudaMallocHost(&at, size), "allocating pinned memory");
      return {at, [](void* p) { cudaFreeHost(p); }};
    }
    check(space == Space::managed ? cudaMallocManaged(&at, size) : cudaMalloc(&at, size),
          "allocating memory");
    return {at, [](void* p) { cudaFree(p); }};
  }

  void copy(void* to, const void* from, std::size_t bytes) override {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_), "copying");
    wait();
  }

  void add_native(Registry& registry) override {
    tilebridge::cuda::NativeKernels native(registry, stream_);
    tilebridge::cuda::add_all(native);
  }
  void add_kokkos(Registry& registry) override {
    tilebridge::kokkos::add_gpu(registry, [this]() -> void* { return stream_; });
  }

  void run(const Launch& launch) override {
    launch();
    wait();
  }

  /// While the cache is flushed, which takes some 100 µs, the launch is enqueued.
  double seconds_of(const Launch& launch) override {
    constexpr int passes = 8;
    auto* const words = static_cast<unsigned*>(flushed_.get());
    for (int pass = 0; pass < passes; ++pass)
      read_all<<<1024, 256, 0, stream_>>>(words, flushed_bytes_ / sizeof(unsigned), words);
    check(cudaEventRecord(start_, stream_), "recording an event");
    launch();
    check(cudaEventRecord(stop_, stream_), "recording an event");
    wait();
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start_, stop_), "reading the events");
    return 1e-3 * milliseconds;
  }

 private:
  void wait() {
    check(cudaGetLastError(), "launching");
    check(cudaStreamSynchronize(stream_), "running");
  }

  cudaDeviceProp properties_ = {};
  cudaStream_t stream_ = nullptr;
  cudaEvent_t start_ = nullptr, stop_ = nullptr;
  Memory flushed_;
  std::size_t flushed_bytes_ = 0;
};

}  // namespace

std::unique_ptr<Device> open_device() { return std::make_unique<Gpu>(); }

}  // namespace reproducer
