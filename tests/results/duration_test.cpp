// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "results/results.hpp"
#include "tests/results/sample_results.hpp"

namespace tilebridge {
namespace {

TEST(Duration, OfPartsIsTheirSum) {
  Results results = sample_results();
  EXPECT_EQ(seconds_taken(results), 0);
  add_seconds(results, 2.5);
  EXPECT_EQ(seconds_taken(results), 2.5);
  add_seconds(results, 1);
  EXPECT_EQ(seconds_taken(results), 3.5);
}

TEST(Duration, ThatIsNoNumberIsNone) {
  Results results = sample_results();
  results.program["seconds"] = "a while";
  EXPECT_EQ(seconds_taken(results), 0);
}

}  // namespace
}  // namespace tilebridge
