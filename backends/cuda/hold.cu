// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/timing_kernels.hpp"

namespace tilebridge::cuda {
namespace {

__device__ long long global_nanoseconds() {
  long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

/// The timer advances in discrete steps: both readings are taken just after one.
__global__ void hold_kernel(long long nanoseconds, ClockReading* reading) {
  const long long before = global_nanoseconds();
  long long start = before;
  while (start == before) start = global_nanoseconds();
  const long long first_cycle = clock64();
  long long now = start;
  while (now - start < nanoseconds) now = global_nanoseconds();
  *reading = {clock64() - first_cycle, now - start};
}

}  // namespace

void hold(cudaStream_t stream, long long nanoseconds, ClockReading* reading) {
  hold_kernel<<<1, 1, 0, stream>>>(nanoseconds, reading);
}

void forget_preferences(cudaStream_t stream) {
  cudaStreamAttrValue none = {};
  check(cudaStreamSetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &none),
        "resetting a stream's access policy");
  check(cudaCtxResetPersistingL2Cache(), "resetting persisting lines");
}

}  // namespace tilebridge::cuda
