// SPDX-License-Identifier: Apache-2.0
// The model of occupancy against what the CUDA runtime says on this device.
#include "hardware/occupancy.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <set>

#include "tests/backends/occupancy_kernels.hpp"
#include "tests/backends/own_models.hpp"

namespace tilebridge {
namespace {

class Occupancy_cuda : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    if (IsSkipped()) return;
    const auto limits = find_limits(arch_name(device_limits()));
    if (!limits) GTEST_SKIP() << "no limits are known of " << arch_name(device_limits());
    limits_ = *limits;
  }

  /// How many blocks the model expects and the runtime counts; adds what limits them to `met`.
  void compare(const OccupancyKernel& kernel, int threads, std::int64_t dynamic_bytes,
               std::set<Resource>& met) const {
    const Occupancy expected =
        occupancy(limits_, {threads, kernel.registers, kernel.shared_bytes + dynamic_bytes});
    EXPECT_EQ(expected.blocks, resident_blocks(kernel, threads, dynamic_bytes))
        << threads << " threads, " << kernel.registers << " registers, " << kernel.shared_bytes
        << " + " << dynamic_bytes << " bytes";
    met.insert(expected.limiters.begin(), expected.limiters.end());
  }

  Limits limits_ = {};
};

TEST_F(Occupancy_cuda, TheLimitsAreTheDevices) {
  const Limits device = device_limits();
  EXPECT_EQ(limits_.blocks, device.blocks);
  EXPECT_EQ(limits_.warps, device.warps);
  EXPECT_EQ(limits_.registers, device.registers);
  EXPECT_EQ(limits_.shared_bytes, device.shared_bytes);
  EXPECT_EQ(limits_.threads_per_block, device.threads_per_block);
  EXPECT_EQ(limits_.registers_per_block, device.registers_per_block);
  EXPECT_EQ(limits_.shared_bytes_per_block, device.shared_bytes_per_block);
  EXPECT_EQ(limits_.shared_bytes_opt_in, device.shared_bytes_opt_in);
  EXPECT_EQ(limits_.unit.reserved_bytes, device.unit.reserved_bytes);
}

TEST_F(Occupancy_cuda, TheBlocksAreTheRuntimes) {
  constexpr int draws = 4000;
  const std::vector<OccupancyKernel> kernels = occupancy_kernels();
  for (const OccupancyKernel& kernel : kernels)
    EXPECT_GE(kernel.registers, std::min(kernel.values, limits_.registers_per_thread));

  std::mt19937_64 random(1);
  const auto up_to = [&](std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(0, most)(random);
  };
  std::set<Resource> met;
  for (int draw = 0; draw < draws && !HasFailure(); ++draw) {
    const OccupancyKernel& kernel = kernels[static_cast<std::size_t>(draw) % kernels.size()];
    const auto threads = static_cast<int>(1 + up_to(limits_.threads_per_block - 1));
    compare(kernel, threads, up_to(kernel.most_dynamic), met);
    compare(kernel, static_cast<int>(1 + up_to(127)), up_to(4096), met);
  }
  EXPECT_EQ(met.size(), 4U) << "some resource was never what limits";
}

}  // namespace
}  // namespace tilebridge
