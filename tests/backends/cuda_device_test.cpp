// What only the CUDA device can show: its queue, its clock, its memory.
#include <gmock/gmock.h>

#include "backends/backends.hpp"
#include "catalogue/error.hpp"
#include "measure/suite.hpp"

namespace tilebridge {
namespace {

class Device_cuda : public testing::Test {
 protected:
  void SetUp() override {
    const std::string reason = why_not(Platform::cuda, 0);
    if (!reason.empty()) GTEST_SKIP() << reason;
    backend_ = open_backend(Platform::cuda, 0);
  }
  std::unique_ptr<Backend> backend_;
};

TEST_F(Device_cuda, ReadsItsClockAroundASample) {
  const Sample sample = backend_->device().sample([] {}, {1, true});
  ASSERT_TRUE(sample.clock_hz);
  EXPECT_GT(*sample.clock_hz, 1e8);
  EXPECT_LT(*sample.clock_hz, 1.1 * backend_->device().info().clock_hz);
}

TEST_F(Device_cuda, MarksASampleWhoseLaunchWaits) {
  PlatformDevice& device = backend_->device();
  device.sample([] {}, {1, false});
  EXPECT_FALSE(device.sample([] {}, {1, false}).started_early);
  EXPECT_TRUE(device.sample([&] { device.synchronize(); }, {1, false}).started_early);
}

TEST_F(Device_cuda, RefusesMoreMemoryThanThereIs) {
  EXPECT_THROW(backend_->device().allocate(std::size_t{1} << 50U), UsageError);
  EXPECT_NO_THROW(backend_->device().allocate(1024));  // and goes on
}

TEST_F(Device_cuda, ThereIsNoDeviceNinetyNine) {
  EXPECT_THAT(why_not(Platform::cuda, 99), testing::HasSubstr("no CUDA device 99"));
}

}  // namespace
}  // namespace tilebridge
