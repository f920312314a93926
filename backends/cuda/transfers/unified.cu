// SPDX-License-Identifier: Apache-2.0
// One element per thread; the variants differ in how the data get to the device and back.
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "base/error.hpp"
#include "catalogue/pages.hpp"
#include "catalogue/transfers/unified.hpp"

namespace tilebridge::cuda::unified_experiment {
namespace {

constexpr int block_size = 256;

__global__ void square(const float* in, float* out, std::size_t n) {
  const std::size_t i = blockIdx.x * std::size_t{block_size} + threadIdx.x;
  if (i < n) out[i] = in[i] * in[i];
}

void launch_square(const float* in, float* out, std::size_t n, Stream stream) {
  square<<<ceil_div(n, block_size), block_size, 0, stream>>>(in, out, n);
}

auto copied(const Square& s, Stream stream) {
  return [=, staged = device_memory<float>(s.n)] {
    if (s.n == 0) return;
    float* const data = staged.get();
    const std::size_t bytes = s.n * sizeof(float);
    check(cudaMemcpyAsync(data, s.in, bytes, cudaMemcpyHostToDevice, stream), "copying in");
    launch_square(data, data, s.n, stream);
    check(cudaMemcpyAsync(s.out, data, bytes, cudaMemcpyDeviceToHost, stream), "copying out");
  };
}

/// The host's turns are timed too, so each begins when the device is idle.
void managed(const Square& s, Stream stream) {
  if (s.n == 0) return;
  check(cudaStreamSynchronize(stream), "waiting before the host's turn");
  touch_pages(s.in, s.n * sizeof(float));
  launch_square(s.in, s.out, s.n, stream);
  check(cudaStreamSynchronize(stream), "squaring");
  touch_pages(s.out, s.n * sizeof(float));
}

/// Moves the pages to `device`, which may be cudaCpuDeviceId, when the stream reaches this point.
void move_pages(const float* data, std::size_t n, int device, Stream stream) {
#if CUDART_VERSION >= 13000
  cudaMemLocation place{};
  place.type = device == cudaCpuDeviceId ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice;
  place.id = device == cudaCpuDeviceId ? 0 : device;
  check(cudaMemPrefetchAsync(data, n * sizeof(float), place, 0, stream), "prefetching");
#else
  check(cudaMemPrefetchAsync(data, n * sizeof(float), device, stream), "prefetching");
#endif
}

int device_that_prefetches() {
  int device = 0;
  int on_demand = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetAttribute(&on_demand, cudaDevAttrConcurrentManagedAccess, device),
        "reading a device attribute");
  if (on_demand == 0) throw Unavailable("needs a device that moves pages on demand");
  return device;
}

/// The input is moved back as well, so that the host can write the next one.
auto prefetched(const Square& s, Stream stream) {
  return [=, device = device_that_prefetches()] {
    if (s.n == 0) return;
    move_pages(s.in, s.n, device, stream);
    move_pages(s.out, s.n, device, stream);
    launch_square(s.in, s.out, s.n, stream);
    move_pages(s.out, s.n, cudaCpuDeviceId, stream);
    move_pages(s.in, s.n, cudaCpuDeviceId, stream);
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add_prepared("unified/explicit", copied);
  native.add("unified/managed", managed);
  native.add_prepared("unified/prefetch", prefetched);
}

}  // namespace tilebridge::cuda::unified_experiment
