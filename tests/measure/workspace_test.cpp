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
  HostPool pool_{device_, std::size_t{1} << 20U};
  Workspace workspace_{planned(), device_, pool_, 7};
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
  const Workspace signs(planned(), device_, pool_, 7, Draw::signs);
  EXPECT_THAT(signs.host().get<float>("in"), testing::Each(testing::AnyOf(-1.0F, 1.0F)));
}

}  // namespace
}  // namespace tilebridge::measure
