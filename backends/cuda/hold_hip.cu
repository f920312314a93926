// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/cuda.hpp"
#include "backends/cuda/timing_kernels.hpp"

namespace tilebridge::cuda {
namespace {

/// Not every release of HIP reports how fast its timers run: `cycles` is computed for the highest
/// clock, so the hold lasts longer at a lower one, and the actual clock remains unknown.
__global__ void hold_kernel(long long cycles, ClockReading* reading) {
  const long long start = clock64();
  while (clock64() - start < cycles) continue;
  *reading = {};
}

double highest_clock_hz() {
  int device = 0;
  int kilohertz = 0;
  check(hipGetDevice(&device), "asking for the device");
  check(hipDeviceGetAttribute(&kilohertz, hipDeviceAttributeClockRate, device),
        "asking for the clock");
  return 1e3 * kilohertz;
}

}  // namespace

void hold(cudaStream_t stream, long long nanoseconds, ClockReading* reading) {
  static const double cycles_per_nanosecond = 1e-9 * highest_clock_hz();
  hold_kernel<<<1, 1, 0, stream>>>(
      static_cast<long long>(cycles_per_nanosecond * static_cast<double>(nanoseconds)), reading);
}

void forget_preferences(cudaStream_t /*stream*/) {}

}  // namespace tilebridge::cuda
