// SPDX-License-Identifier: Apache-2.0
#include "measure/memory.hpp"

#include <gtest/gtest.h>

#include "tests/measure/fake_device.hpp"

namespace tilebridge::measure {
namespace {

constexpr std::size_t Ki = 1024;

class HostPoolTest : public testing::Test {
 protected:
  FakeDevice device_;
  HostPool pool_{device_, 100 * Ki};
};

TEST_F(HostPoolTest, WhatIsGivenBackIsTakenAgain) {
  const std::byte* const first = pool_.take(40 * Ki).get();
  EXPECT_EQ(pool_.take(39 * Ki).get(), first);
  EXPECT_EQ(device_.allocated, 40 * Ki);
}

TEST_F(HostPoolTest, WhatIsInUseIsNot) {
  const HostPool::Block first = pool_.take(40 * Ki);
  const HostPool::Block second = pool_.take(40 * Ki);
  EXPECT_NE(first.get(), second.get());
  std::memset(first.get(), 1, 40 * Ki);
  std::memset(second.get(), 2, 40 * Ki);
  EXPECT_EQ(first[40 * Ki - 1], std::byte{1});
}

TEST_F(HostPoolTest, AMuchLargerBlockIsLeftForOthers) {
  pool_.take(40 * Ki);
  pool_.take(10 * Ki);
  EXPECT_EQ(device_.allocated, 50 * Ki);
}

TEST_F(HostPoolTest, UnusedBlocksAreFreedRatherThanThePoolBecomesTooLarge) {
  pool_.take(40 * Ki);
  const HostPool::Block used = pool_.take(60 * Ki);
  EXPECT_EQ(device_.allocated, 100 * Ki);
  const HostPool::Block other = pool_.take(48 * Ki);
  EXPECT_EQ(device_.allocated, 108 * Ki);  // those in use
}

TEST_F(HostPoolTest, ABlockMayOutliveThePool) {
  HostPool::Block block;
  {
    HostPool pool(device_, 0);
    block = pool.take(5);
  }
  std::memset(block.get(), 1, 5);
  block.reset();
  EXPECT_EQ(device_.allocated, 0U);
}

TEST_F(HostPoolTest, WithoutPageLockedMemoryItTakesOther) {
  device_.has_pinned = false;
  EXPECT_NE(pool_.take(10), nullptr);
}

}  // namespace
}  // namespace tilebridge::measure
