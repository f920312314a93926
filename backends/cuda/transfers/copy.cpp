// SPDX-License-Identifier: Apache-2.0
// The runtime's own copies; the variants differ in the memory at both ends.
#include "catalogue/transfers/copy.hpp"

#include <memory>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/device_memory.hpp"
#include "backends/cuda/native.hpp"
#include "base/error.hpp"

namespace tilebridge::cuda::copy_experiment {
namespace {

template <cudaMemcpyKind kind>
void launch(const Transfer& t, Stream stream) {
  check(cudaMemcpyAsync(t.out, t.in, t.n * sizeof(float), kind, stream), "copying");
}

int current_device() {
  int device = 0;
  check(cudaGetDevice(&device), "asking for the device");
  return device;
}

/// The first device whose memory `device` can access directly.
int peer_of(int device) {
  int count = 0;
  check(cudaGetDeviceCount(&count), "counting devices");
  for (int other = 0; other < count; ++other) {
    int can = 0;
    if (other == device) continue;
    check(cudaDeviceCanAccessPeer(&can, device, other), "asking whether GPUs are linked");
    if (can != 0) return other;
  }
  throw Unavailable("needs a second GPU whose memory this one can access");
}

/// Enables access to the other device, without which copies go through the host's memory. Access
/// ends with the last copy of what is returned, unless another case had it before: allocations take
/// longer with it.
std::shared_ptr<const int> access_to(int other) {
  const cudaError_t status = cudaDeviceEnablePeerAccess(other, 0);
  if (status == cudaErrorPeerAccessAlreadyEnabled) {
    cudaGetLastError();  // not a sticky error: clear it
    return nullptr;
  }
  check(status, "enabling access to a GPU");
  return {new int(other), [](const int* device) {
            cudaDeviceDisablePeerAccess(*device);
            delete device;
          }};
}

std::shared_ptr<float> memory_on(int device, std::size_t elements) {
  struct Back {
    int device = current_device();
    ~Back() { cudaSetDevice(device); }
  } const back;
  check(cudaSetDevice(device), "choosing another device");
  return device_memory<float>(elements);
}

auto peer(const Transfer& t, Stream stream) {
  const int device = current_device(), other = peer_of(device);
  return [=, access = access_to(other), there = memory_on(other, t.n)] {
    if (t.n == 0) return;
    const std::size_t bytes = t.n * sizeof(float);
    check(cudaMemcpyPeerAsync(there.get(), other, t.in, device, bytes, stream),
          "copying to another GPU");
    check(cudaMemcpyPeerAsync(t.out, device, there.get(), other, bytes, stream),
          "copying from another GPU");
  };
}

}  // namespace

void register_kernels(NativeKernels& native) {
  native.add("copy/h2d_pageable", launch<cudaMemcpyHostToDevice>);
  native.add("copy/h2d_pinned", launch<cudaMemcpyHostToDevice>);
  native.add("copy/h2d_default", launch<cudaMemcpyDefault>);
  native.add("copy/d2h_pageable", launch<cudaMemcpyDeviceToHost>);
  native.add("copy/d2h_pinned", launch<cudaMemcpyDeviceToHost>);
  native.add("copy/d2d", launch<cudaMemcpyDeviceToDevice>);
  native.add_prepared("copy/peer", peer);
}

}  // namespace tilebridge::cuda::copy_experiment
