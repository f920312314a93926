// SPDX-License-Identifier: Apache-2.0
// The model against NVIDIA's own calculator, a header of the CUDA toolkit that needs no device.
#include <cuda_occupancy.h>
#include <gmock/gmock.h>

#include <climits>

#include "hardware/occupancy.hpp"

namespace tilebridge {
namespace {

cudaOccDeviceProp properties(const Limits& l) {
  cudaOccDeviceProp p;
  p.computeMajor = l.major;
  p.computeMinor = l.minor;
  p.maxThreadsPerBlock = l.threads_per_block;
  p.maxThreadsPerMultiprocessor = l.warps * threads_per_warp;
  p.regsPerBlock = l.registers_per_block;
  p.regsPerMultiprocessor = l.registers;
  p.warpSize = threads_per_warp;
  p.sharedMemPerBlock = static_cast<std::size_t>(l.shared_bytes_per_block);
  p.sharedMemPerMultiprocessor = static_cast<std::size_t>(l.shared_bytes);
  p.numSms = 1;
  p.sharedMemPerBlockOptin = static_cast<std::size_t>(l.shared_bytes_opt_in);
  p.reservedSharedMemPerBlock = static_cast<std::size_t>(l.unit.reserved_bytes);
  return p;
}

/// -1 for an architecture that this toolkit's calculator does not know.
int calculated_blocks(const Limits& l, int threads, int registers, int shared_bytes) {
  const cudaOccDeviceProp device = properties(l);
  cudaOccFuncAttributes function;
  function.maxThreadsPerBlock = INT_MAX;
  function.numRegs = registers;
  function.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  function.maxDynamicSharedSizeBytes = device.sharedMemPerBlockOptin;
  cudaOccDeviceState state;
  state.cacheConfig = CACHE_PREFER_SHARED;
  state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
  cudaOccResult result;
  const cudaOccError status = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &device, &function, &state, threads, static_cast<std::size_t>(shared_bytes));
  return status == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : -1;
}

class Calculator : public testing::TestWithParam<Limits> {};

TEST_P(Calculator, SaysTheSame) {
  const Limits& limits = GetParam();
  if (calculated_blocks(limits, 32, 32, 0) < 0)
    GTEST_SKIP() << "the toolkit's calculator does not know " << arch_name(limits);
  constexpr int bytes[] = {0, 1, 1024, 5000, 16384, 33000, 49152, 65536, 101376, 101377, 232448};
  for (int threads = 1; threads <= 1057; threads += 32)
    for (int registers = 0; registers <= limits.registers_per_thread; ++registers)
      for (const int shared_bytes : bytes)
        ASSERT_EQ(occupancy(limits, {threads, registers, shared_bytes}).blocks,
                  calculated_blocks(limits, threads, registers, shared_bytes))
            << threads << " threads, " << registers << " registers, " << shared_bytes << " bytes";
}

INSTANTIATE_TEST_SUITE_P(Every, Calculator,
                         testing::ValuesIn(known_limits().begin(), known_limits().end()),
                         [](const testing::TestParamInfo<Limits>& info) {
                           return arch_name(info.param);
                         });

}  // namespace
}  // namespace tilebridge
