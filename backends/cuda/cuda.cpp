// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda.hpp"

#include <string>

#include "base/error.hpp"

namespace tilebridge::cuda {

void check(cudaError_t status, const char* doing) {
  if (status != cudaSuccess)
    throw PlatformError(std::string(runtime_name) + " failed while " + doing + ": " +
                        cudaGetErrorString(status) + " (" + cudaGetErrorName(status) + ")");
}

namespace {

int attribute_of_current_device(cudaDeviceAttr attribute) {
  int device = 0;
  int value = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetAttribute(&value, attribute, device), "asking for an attribute of the device");
  return value;
}

}  // namespace

int multiprocessors() { return attribute_of_current_device(cudaDevAttrMultiProcessorCount); }

int resident_threads() {
  return multiprocessors() * attribute_of_current_device(cudaDevAttrMaxThreadsPerMultiProcessor);
}

void allow_shared_memory(const void* kernel, std::size_t needed) {
  const int most = attribute_of_current_device(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  if (needed > static_cast<std::size_t>(most))
    throw Unavailable("needs " + std::to_string(needed) +
                      " bytes of shared memory per block; this device allows at most " +
                      std::to_string(most));
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, most),
        "asking for shared memory");
}

}  // namespace tilebridge::cuda
