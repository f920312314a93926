// SPDX-License-Identifier: Apache-2.0
#include "measure/device_pool.hpp"

#include <gmock/gmock.h>

#include <set>

#include "base/error.hpp"
#include "tests/measure/fake_device.hpp"

namespace tilebridge::measure {
namespace {

constexpr std::size_t MiB = std::size_t{1} << 20U;

class DevicePoolTest : public testing::Test {
 protected:
  DevicePoolTest() { device_.slows = true; }

  FakeDevice device_;
  DevicePool pool_{device_, 7};
};

TEST_F(DevicePoolTest, GivesNothingBackWhileAnybodyMayAskAgain) {
  pool_.reserve(64 * MiB);
  const std::size_t allocated = device_.allocated;
  for (int i = 0; i < 20; ++i) {
    const auto first = pool_.take(20 * MiB);
    const auto second = pool_.take(20 * MiB);
  }
  EXPECT_EQ(device_.allocated, allocated);
  EXPECT_EQ(pool_.bytes(), allocated);
}

TEST_F(DevicePoolTest, PlacesDoNotOverlapAndDiffer) {
  pool_.reserve(64 * MiB);
  std::set<void*> places;
  for (int i = 0; i < 20; ++i) {
    const auto first = pool_.take(5 * MiB);
    const auto second = pool_.take(3 * MiB);
    auto* const a = static_cast<char*>(first.get());
    auto* const b = static_cast<char*>(second.get());
    EXPECT_TRUE(a + 5 * MiB <= b || b + 3 * MiB <= a);
    places.insert(a);
  }
  EXPECT_GT(places.size(), 10U);
}

TEST_F(DevicePoolTest, WhatDoesNotFitIsTakenFromTheDeviceUnlessOnlyFreePlacesWillDo) {
  pool_.reserve(8 * MiB);
  EXPECT_EQ(pool_.take_free(9 * MiB), nullptr);
  const auto large = pool_.take(9 * MiB);
  EXPECT_NE(large, nullptr);
  EXPECT_GT(pool_.bytes(), 17 * MiB);
}

TEST_F(DevicePoolTest, LeavesHalfOfTheDeviceToOthers) {
  device_.free = 10 * MiB;
  pool_.reserve(100 * MiB);
  EXPECT_EQ(pool_.bytes(), 5 * MiB);
}

TEST_F(DevicePoolTest, HoldsNothingWhereMemoryMayBeGivenBack) {
  device_.slows = false;
  pool_.reserve(64 * MiB);
  EXPECT_EQ(device_.allocated, 0U);
  { const auto place = pool_.take(MiB); }
  EXPECT_EQ(device_.allocated, 0U);
}

}  // namespace
}  // namespace tilebridge::measure
