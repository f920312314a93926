// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda.hpp"
#include "tests/backends/device_variable.hpp"

namespace tilebridge {
namespace {

using cuda::check;

__device__ float variable;

/// The error is no sticky one: clears it.
std::string name_of_and_clear(cudaError_t status) {
  cudaGetLastError();
  return cudaGetErrorName(status);
}

std::string copy_to(void* to, float value) {
  return name_of_and_clear(cudaMemcpy(to, &value, sizeof value, cudaMemcpyHostToDevice));
}

}  // namespace

std::string set_by_symbol(float value) {
  return name_of_and_clear(cudaMemcpyToSymbol(variable, &value, sizeof value));
}

std::string set_by_its_address(float value) {
  void* address = nullptr;
  check(cudaGetSymbolAddress(&address, variable), "asking for a variable's address");
  return copy_to(address, value);
}

std::string set_by_address_of_symbol(float value) { return copy_to(&variable, value); }

float value_on_device() {
  float value = 0;
  check(cudaMemcpyFromSymbol(&value, variable, sizeof value), "reading a variable");
  return value;
}

bool device_addresses_host() {
  int device = 0;
  int pageable = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetAttribute(&pageable, cudaDevAttrPageableMemoryAccess, device),
        "reading a device attribute");
  return pageable != 0;
}

}  // namespace tilebridge
