// SPDX-License-Identifier: Apache-2.0
#include "ranks/collective.hpp"

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <barrier>

#include "tests/ranks/fake_ranks.hpp"

namespace tilebridge::ranks {
namespace {

TEST(Collective, EveryRankHasEveryRanksAnswer) {
  as_ranks(3, [](Ranks& ranks) {
    const auto answers =
        on_every_rank(ranks, Order::together, [&] { return Json(10 * ranks.rank()); });
    ASSERT_EQ(answers.size(), 3U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(answers[i].value, 10 * static_cast<int>(i));
  });
}

TEST(Collective, WhatOneRankThrowsIsItsAnswerAndHoldsNobodyUp) {
  as_ranks(4, [](Ranks& ranks) {
    const auto answers = on_every_rank(ranks, Order::together, [&]() -> Json {
      if (ranks.rank() == 1) throw UsageError("no room\nat all");
      if (ranks.rank() == 2) throw PlatformError("the device fell off");
      if (ranks.rank() == 3) throw std::out_of_range("map::at");
      return 1;
    });
    EXPECT_EQ(answers.at(0).failure, "");
    EXPECT_EQ(answers.at(1).failure, "no room at all");
    EXPECT_EQ(answers.at(1).status, ExitStatus::usage);
    EXPECT_EQ(answers.at(2).failure, "the device fell off");
    EXPECT_EQ(answers.at(2).status, ExitStatus::no_platform);
    EXPECT_EQ(answers.at(3).failure, "internal error: map::at; please report it");
    EXPECT_EQ(answers.at(3).status, ExitStatus::internal);
  });
}

/// The most ranks of one host that act at once, of 4 on 2 hosts.
int most_at_once(Order order) {
  std::array<std::atomic<int>, 2> active = {};
  std::atomic<int> most = 0;
  std::barrier<> both_hosts(order == Order::together ? 4 : 2);
  as_ranks(
      4,
      [&](Ranks& ranks) {
        on_every_rank(ranks, order, [&] {
          std::atomic<int>& host = active.at(static_cast<std::size_t>(ranks.rank() / 2));
          const int now = ++host;
          for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) {
          }
          both_hosts.arrive_and_wait();  // hangs unless the hosts take their turns side by side
          --host;
          return Json(true);
        });
      },
      2);
  return most;
}

TEST(Collective, AlternatingIsOneAtATimeOnEachHost) {
  EXPECT_EQ(most_at_once(Order::together), 2);
  EXPECT_EQ(most_at_once(Order::alternating), 1);
}

TEST(Collective, ARankWhoseProcessHasEndedIsGone) {
  as_ranks(3, [](Ranks& ranks) {
    if (ranks.rank() == 1) return;
    const auto answers = on_every_rank(ranks, Order::together, [] { return Json(1); });
    EXPECT_TRUE(answers.at(1).gone);
    EXPECT_EQ(answers.at(1).failure, "its process has ended");
    EXPECT_FALSE(answers.at(0).gone);
    EXPECT_EQ(answers.at(2).value, 1);
  });
}

}  // namespace
}  // namespace tilebridge::ranks
