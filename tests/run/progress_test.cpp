// SPDX-License-Identifier: Apache-2.0
#include "run/progress.hpp"

#include <gtest/gtest.h>

namespace tilebridge::run {
namespace {

TEST(Progress, IsOneLineForEachExperimentInALog) {
  testing::internal::CaptureStderr();
  {
    Progress progress(4);
    for (const char* step :
         {"stride/add n=1Ki", "stride/add n=2Ki", "copy/all n=1Ki", "stride/add"})
      progress.step(step);
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "[1/4] stride\n[3/4] copy\n");
}

}  // namespace
}  // namespace tilebridge::run
