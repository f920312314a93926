// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "kernels/loaded_model.hpp"

namespace tilebridge::kernels {
namespace {

TEST(Architectures, OfCudaRunOnWhatCameLater) {
  EXPECT_TRUE(has_code_for("90", "sm_90"));
  EXPECT_TRUE(has_code_for("80;90", "sm_86"));
  EXPECT_TRUE(has_code_for("80", "sm_120"));
  EXPECT_FALSE(has_code_for("90", "sm_89"));
  EXPECT_FALSE(has_code_for("", "sm_90"));
}

TEST(Architectures, WithoutPtxRunOnTheirMajorVersionAlone) {
  EXPECT_TRUE(has_code_for("80-real", "sm_89"));
  EXPECT_FALSE(has_code_for("80-real", "sm_90"));
  EXPECT_TRUE(has_code_for("90a", "sm_90"));
  EXPECT_FALSE(has_code_for("90a", "sm_100"));
}

TEST(Architectures, OfHipRunWhereTheyAreNamed) {
  EXPECT_TRUE(has_code_for("gfx90a;gfx942", "gfx942"));
  EXPECT_FALSE(has_code_for("gfx90a", "gfx942"));
}

}  // namespace
}  // namespace tilebridge::kernels
