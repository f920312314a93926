// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstdlib>

#include "base/error.hpp"
#include "run/ranks.hpp"

namespace tilebridge::run {
namespace {

TEST(RanksWithoutMpi, SeveralStartedProcessesAreRefused) {
  ::setenv("PMI_RANK", "1", 1);
  ::setenv("PMI_SIZE", "4", 1);
  EXPECT_THAT([] { launched_ranks(); },
              testing::ThrowsMessage<UsageError>(
                  testing::HasSubstr("4 processes were started, but this build has no MPI")));
  ::unsetenv("PMI_RANK");
  ::unsetenv("PMI_SIZE");
}

TEST(RanksWithoutMpi, AProcessByItselfIsTheOnlyRank) {
  const std::unique_ptr<Ranks> ranks = launched_ranks();
  EXPECT_EQ(ranks->rank(), 0);
  EXPECT_EQ(ranks->size(), 1);
  EXPECT_EQ(ranks->exchange("alone"), std::vector<std::string>{"alone"});
}

}  // namespace
}  // namespace tilebridge::run
