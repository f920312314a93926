// SPDX-License-Identifier: Apache-2.0
#include "measure/workspace.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "tests/measure/fake_device.hpp"

namespace tilebridge::measure {
namespace {

class WorkspaceTest : public testing::Test {
 protected:
  static PlannedCase planned() {
    Selection selection;
    selection.experiments = {"stride/copy"};
    selection.assignments = {{"n", "1003"}, {"stride", "1"}};
    selection.caches = {Cache::cold};
    return plan(selection, catalogue()).at(0);
  }
  float* array(const char* name) { return workspace_.pointers().get<float>(name); }

  FakeDevice device_;
  HostPool host_pool_{device_, std::size_t{1} << 20U};
  DevicePool pool_{device_, 7};
  Workspace workspace_{planned(), device_, host_pool_, pool_, 7};
};

TEST_F(WorkspaceTest, InputsAreWhatTheHostHasAndOutputsPoison) {
  const auto in = workspace_.host().get<float>("in");
  EXPECT_TRUE(std::equal(in.begin(), in.end(), array("in")));
  workspace_.reset_outputs();
  const auto* bytes = reinterpret_cast<const unsigned char*>(array("out"));
  EXPECT_TRUE(std::all_of(bytes, bytes + 1003 * sizeof(float),
                          [](unsigned char byte) { return byte == poison; }));
}

TEST_F(WorkspaceTest, MovedArraysLieElsewhereAndHoldTheSame) {
  array("out")[5] = 42;
  const float* const in = array("in");
  const float* const out = array("out");
  workspace_.move();
  EXPECT_NE(array("in"), in);
  EXPECT_NE(array("out"), out);
  EXPECT_EQ(array("out")[5], 42);
  const auto of_host = workspace_.host().get<float>("in");
  EXPECT_TRUE(std::equal(of_host.begin(), of_host.end(), array("in")));
  EXPECT_EQ(workspace_.damage(), "");
}

/// A later launch must not profit from what a kernel left there.
TEST_F(WorkspaceTest, NothingIsLeftWhereArraysWere) {
  device_.slows = true;
  pool_.reserve(std::size_t{4} << 20U);
  Workspace workspace(planned(), device_, host_pool_, pool_, 7);
  auto* const out = workspace.pointers().get<float>("out");
  out[5] = 42;
  workspace.move();
  EXPECT_NE(workspace.pointers().get<float>("out"), out);
  EXPECT_NE(out[5], 42);
}

TEST_F(WorkspaceTest, ExchangedInputsAreTheSameOnBothSidesUntilTheyAreRestored) {
  const auto of_host = workspace_.host().get<float>("in");
  const std::vector<float> drawn(of_host.begin(), of_host.end());
  EXPECT_EQ(workspace_.version(), 0U);
  for (int i = 0; i < 5; ++i) workspace_.exchange_inputs();
  EXPECT_NE(workspace_.version(), 0U);
  EXPECT_FALSE(std::ranges::equal(drawn, of_host));
  EXPECT_TRUE(std::is_permutation(drawn.begin(), drawn.end(), of_host.begin()));
  EXPECT_TRUE(std::equal(of_host.begin(), of_host.end(), array("in")));
  workspace_.restore_inputs();
  EXPECT_EQ(workspace_.version(), 0U);
  EXPECT_TRUE(std::ranges::equal(drawn, of_host));
  EXPECT_EQ(workspace_.damage(), "");
}

TEST_F(WorkspaceTest, OutputsAreUntouchedUntilAnElementIsWritten) {
  workspace_.reset_outputs_on_device();
  EXPECT_TRUE(workspace_.are_outputs_untouched());
  array("out")[1002] = 1;
  EXPECT_FALSE(workspace_.are_outputs_untouched());
}

TEST_F(WorkspaceTest, WithoutRoomNothingMoves) {
  device_.free = 1;
  const float* const in = array("in");
  workspace_.move();
  EXPECT_EQ(array("in"), in);
}

TEST_F(WorkspaceTest, WhatIsDamagedIsSaidOnceAndMended) {
  EXPECT_EQ(workspace_.damage(), "");
  array("out")[1003] = 0;
  EXPECT_EQ(workspace_.damage(), "it wrote beyond the array 'out'");
  EXPECT_EQ(workspace_.damage(), "");
  array("in")[-1] = 0;
  EXPECT_EQ(workspace_.damage(), "it wrote beyond the array 'in'");
  EXPECT_EQ(workspace_.damage(), "");
  array("in")[1002] = 9;
  EXPECT_EQ(workspace_.damage(), "it changed the input 'in'");
  EXPECT_EQ(workspace_.damage(), "");
  EXPECT_EQ(array("in")[1002], workspace_.host().get<float>("in")[1002]);
}

TEST_F(WorkspaceTest, SignsAreMinusOneAndOne) {
  const Workspace signs(planned(), device_, host_pool_, pool_, 7, Draw::signs);
  EXPECT_THAT(signs.host().get<float>("in"), testing::Each(testing::AnyOf(-1.0F, 1.0F)));
}

}  // namespace
}  // namespace tilebridge::measure
