// SPDX-License-Identifier: Apache-2.0
#include "run/placement.hpp"

#include <gmock/gmock.h>

#include "base/error.hpp"

namespace tilebridge::run {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

/// A rank where each host has `per_host`.
class FakeRanks final : public Ranks {
 public:
  FakeRanks(int rank, int per_host) : rank_(rank), per_host_(per_host) {}
  int rank() const override { return rank_; }
  int local_rank() const override { return rank_ % per_host_; }

 private:
  int rank_;
  int per_host_;
};

TEST(Placement, ARankThatSeesOneDeviceTakesIt) {
  EXPECT_EQ(device_for(FakeRanks(5, 8), 1, false), 0);
}

TEST(Placement, OfSeveralARankTakesTheOneOfItsLocalRank) {
  EXPECT_EQ(device_for(FakeRanks(3, 4), 4, false), 3);
  EXPECT_EQ(device_for(FakeRanks(6, 4), 4, false), 2);
}

TEST(Placement, MoreRanksThanDevicesAreRefusedUnlessTheyMayShare) {
  EXPECT_THAT([] { device_for(FakeRanks(6, 8), 4, false); },
              ThrowsMessage<UsageError>(HasSubstr("rank 6 is number 7 on its host and sees 4")));
  EXPECT_EQ(device_for(FakeRanks(6, 8), 4, true), 2);
}

TEST(Placement, TheSameBusIdOnOneHostIsShared) {
  const RankInfo first = {0, "n1", "GPU", "0000:4e:00.0", "", {}};
  RankInfo other_host = first;
  other_host.rank = 1;
  other_host.host = "n2";
  RankInfo same = first;
  same.rank = 2;
  EXPECT_NO_THROW(check_not_shared({first, other_host}));
  EXPECT_THAT(
      [&] {
        check_not_shared({first, other_host, same});
      },
      ThrowsMessage<UsageError>(HasSubstr("ranks 0 and 2 have the same GPU, 0000:4e:00.0 on n1")));
}

TEST(Placement, FailedRanksAndDevicesWithoutABusIdShareNothing) {
  const RankInfo host = {0, "n1", "CPU", "", "", {}};
  const RankInfo failed = {1, "n1", "GPU", "0000:4e:00.0", "no driver", {}};
  RankInfo works = failed;
  works.failure = "";
  EXPECT_NO_THROW(check_not_shared({host, host, failed, works}));
}

}  // namespace
}  // namespace tilebridge::run
