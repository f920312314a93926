// SPDX-License-Identifier: Apache-2.0
// These tests need a CUDA device: its queue, its clock, its memory.
#include <gmock/gmock.h>

#include <cstdint>
#include <set>
#include <vector>

#include "base/error.hpp"
#include "measure/suite.hpp"
#include "tests/backends/own_models.hpp"

namespace tilebridge {
namespace {

class Device_cuda : public DeviceTest {};

TEST_F(Device_cuda, ReadsItsClockAroundASample) {
  const kernels::Sample sample = backend_->device().sample([] {}, {1, true});
  ASSERT_TRUE(sample.clock_hz);
  EXPECT_GT(*sample.clock_hz, 1e8);
  EXPECT_LT(*sample.clock_hz, 1.1 * backend_->device().info().clock_hz);
}

TEST_F(Device_cuda, MarksASampleWhoseLaunchWaits) {
  kernels::PlatformDevice& device = backend_->device();
  device.sample([] {}, {1, false});
  EXPECT_FALSE(device.sample([] {}, {1, false}).started_early);
  EXPECT_TRUE(device.sample([&] { device.synchronize(); }, {1, false}).started_early);
}

TEST_F(Device_cuda, RefusesMoreMemoryThanThereIs) {
  EXPECT_THROW(backend_->device().allocate(std::size_t{1} << 50U), UsageError);
  EXPECT_NO_THROW(backend_->device().allocate(1024));  // and goes on
}

/// cudaMalloc promises that no array begins in the middle of a transaction.
TEST_F(Device_cuda, ArraysBeginAtMultiplesOf256Bytes) {
  std::vector<kernels::PlatformDevice::Allocation> arrays;
  for (const std::size_t bytes : {1, 3, 100, 255, 256, 257, 1000, 1 << 20, (1 << 20) + 1}) {
    arrays.push_back(backend_->device().allocate(bytes));
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arrays.back().get()) % 256, 0U) << bytes;
  }
}

/// The array is longer than all threads take in one step, with bytes left over, and starts
/// anywhere.
TEST_F(Device_cuda, ADigestSeesOneBitThatDiffers) {
  kernels::PlatformDevice& device = backend_->device();
  constexpr std::size_t most = (std::size_t{1} << 24U) + 13;
  const std::vector<std::byte> bytes(most, std::byte{0x5a});
  const auto array = device.allocate(most);
  device.upload(array.get(), bytes.data(), most);
  const std::uint64_t digest = device.digest(array.get(), most);
  for (const std::size_t at : {std::size_t{0}, std::size_t{15}, std::size_t{16}, std::size_t{31},
                               std::size_t{4'194'307}, most - 14, most - 13, most - 1}) {
    device.fill(static_cast<std::byte*>(array.get()) + at, 0x5b, 1);
    EXPECT_NE(device.digest(array.get(), most), digest) << at;
    device.fill(static_cast<std::byte*>(array.get()) + at, 0x5a, 1);
  }
  EXPECT_EQ(device.digest(array.get(), most), digest);
}

TEST_F(Device_cuda, AfterAChangeWorkGoesToAnotherQueue) {
  void* const before = backend_->device().queue();
  std::set<void*> queues;
  for (int i = 0; i < 5; ++i) {
    queues.insert(backend_->device().queue());
    backend_->device().change_queue();
  }
  EXPECT_EQ(queues.size(), 5U);
  EXPECT_EQ(backend_->device().queue(), before);
}

TEST_F(Device_cuda, ThereIsNoDeviceNinetyNine) {
  EXPECT_THAT(why_not(Platform::cuda, 99), testing::HasSubstr("no CUDA device 99"));
}

}  // namespace
}  // namespace tilebridge
