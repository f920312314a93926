// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda.hpp"
#include "tests/backends/occupancy_kernels.hpp"

namespace tilebridge {
namespace {

using cuda::check;

template <int words>
__device__ float through_shared_memory(float value) {
  if constexpr (words > 0) {
    __shared__ float room[words];
    room[threadIdx.x % words] = value;
    __syncthreads();
    return room[(threadIdx.x + 1) % words];
  }
  return value;
}

/// All `values` are needed at the same time, and so as many registers or more.
template <int values, int words>
__global__ void hold(const float* in, float* out, int sweeps) {
  float value[values];
#pragma unroll
  for (int k = 0; k < values; ++k) value[k] = in[threadIdx.x + k];
  for (int sweep = 0; sweep < sweeps; ++sweep)
#pragma unroll
    for (int k = 0; k < values; ++k) value[k] = 0.5F * (value[k] + value[(k + 1) % values]);
  float sum = 0;
#pragma unroll
  for (int k = 0; k < values; ++k) sum += value[k];
  out[threadIdx.x] = through_shared_memory<words>(sum);
}

int attribute(cudaDeviceAttr which) {
  int device = 0;
  int value = 0;
  check(cudaGetDevice(&device), "asking for the device");
  check(cudaDeviceGetAttribute(&value, which, device), "reading a device attribute");
  return value;
}

template <int values, int words>
OccupancyKernel opted_in() {
  const auto function = reinterpret_cast<const void*>(hold<values, words>);
  cudaFuncAttributes attributes;
  check(cudaFuncGetAttributes(&attributes, function), "reading a kernel's attributes");
  const auto shared_bytes = static_cast<int>(attributes.sharedSizeBytes);
  const int most = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin) - shared_bytes;
  check(cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize, most),
        "opting in to shared memory");
  check(cudaFuncSetAttribute(function, cudaFuncAttributePreferredSharedMemoryCarveout,
                             cudaSharedmemCarveoutMaxShared),
        "preferring shared memory to cache");
  return {function, values, attributes.numRegs, shared_bytes, most};
}

}  // namespace

Limits device_limits() {
  Limits limits = {};
  limits.major = attribute(cudaDevAttrComputeCapabilityMajor);
  limits.minor = attribute(cudaDevAttrComputeCapabilityMinor);
  limits.blocks = attribute(cudaDevAttrMaxBlocksPerMultiprocessor);
  limits.warps = attribute(cudaDevAttrMaxThreadsPerMultiProcessor) / threads_per_warp;
  limits.registers = attribute(cudaDevAttrMaxRegistersPerMultiprocessor);
  limits.shared_bytes = attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor);
  limits.threads_per_block = attribute(cudaDevAttrMaxThreadsPerBlock);
  limits.registers_per_block = attribute(cudaDevAttrMaxRegistersPerBlock);
  limits.shared_bytes_per_block = attribute(cudaDevAttrMaxSharedMemoryPerBlock);
  limits.shared_bytes_opt_in = attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  limits.unit.reserved_bytes = attribute(cudaDevAttrReservedSharedMemoryPerBlock);
  return limits;
}

std::vector<OccupancyKernel> occupancy_kernels() {
  return {opted_in<1, 0>(),     opted_in<2, 1>(),      opted_in<8, 0>(),   opted_in<16, 1025>(),
          opted_in<24, 0>(),    opted_in<32, 0>(),     opted_in<40, 33>(), opted_in<48, 0>(),
          opted_in<64, 0>(),    opted_in<80, 10000>(), opted_in<100, 0>(), opted_in<128, 0>(),
          opted_in<150, 257>(), opted_in<180, 0>(),    opted_in<220, 0>(), opted_in<300, 0>()};
}

int resident_blocks(const OccupancyKernel& kernel, int threads, std::int64_t dynamic_bytes) {
  int blocks = 0;
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel.function, threads,
                                                      static_cast<std::size_t>(dynamic_bytes)),
        "asking for the occupancy");
  return blocks;
}

}  // namespace tilebridge
