// SPDX-License-Identifier: Apache-2.0
#include "base/launcher.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tilebridge {
namespace {

/// Without what the test itself was started with.
class Launcher : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",
                             "SLURM_PROCID", "SLURM_STEP_NUM_TASKS"})
      ::unsetenv(name);
  }
  void TearDown() override { SetUp(); }
};

TEST_F(Launcher, NobodyStartedAProcessByItself) { EXPECT_FALSE(launched()); }

TEST_F(Launcher, ABatchScriptIsNoStep) {
  ::setenv("SLURM_PROCID", "0", 1);
  ::setenv("SLURM_NTASKS", "4", 1);
  EXPECT_FALSE(launched());
  ::unsetenv("SLURM_NTASKS");
}

TEST_F(Launcher, ReadsWhatEachLauncherSets) {
  const auto expect = [](const char* rank, const char* size) {
    ::setenv(rank, "2", 1);
    ::setenv(size, "4", 1);
    const auto start = launched();
    ASSERT_TRUE(start) << rank;
    EXPECT_EQ(start->rank, 2);
    EXPECT_EQ(start->size, 4);
    ::unsetenv(rank);
    ::unsetenv(size);
  };
  expect("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE");
  expect("PMI_RANK", "PMI_SIZE");
  expect("SLURM_PROCID", "SLURM_STEP_NUM_TASKS");
}

TEST_F(Launcher, NonsenseIsNoLauncher) {
  ::setenv("PMI_RANK", "first", 1);
  ::setenv("PMI_SIZE", "4", 1);
  EXPECT_FALSE(launched());
}

}  // namespace
}  // namespace tilebridge
