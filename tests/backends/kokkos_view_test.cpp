// SPDX-License-Identifier: Apache-2.0
// These tests show where the memory that a View allocates begins. cuda_device_test.cpp does so for
// the runner's.
#include <gtest/gtest.h>

#include <cstdint>

#include "backends/kokkos/execution.hpp"

namespace tilebridge::kokkos {
namespace {

/// Views of few bytes, of an odd number and of many begin at multiples of `alignment` bytes.
template <class Exec>
void expect_aligned(std::uintptr_t alignment) {
  for (const std::size_t bytes : {1, 3, 100, 257, 1000, 1 << 20, (1 << 20) + 1}) {
    const OwnedVector<char, Exec> first("first", bytes), second("second", bytes);
    for (const auto& view : {first, second})
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(view.data()) % alignment, 0U) << bytes;
  }
}

TEST(ViewMemory_host, BeginsAtMultiplesOfACacheLine) { expect_aligned<HostExecution>(64); }

#ifdef KOKKOS_ENABLE_CUDA
/// A header of 128 bytes lies between what cudaMalloc returns and a View's data.
TEST(ViewMemory_cuda, BeginsAtMultiplesOf128Bytes) { expect_aligned<GpuExecution>(128); }
#endif

}  // namespace
}  // namespace tilebridge::kokkos
