// SPDX-License-Identifier: Apache-2.0
#include "judge/records.hpp"

#include <gmock/gmock.h>

namespace tilebridge::judge {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

TEST(Records, AreDividedByEmptyLines) {
  const auto found =
      records("# a comment\n\nkernel: a/b\nreason: it is slow: very\n\nkernel: c/d", "kernel");
  ASSERT_THAT(found, SizeIs(2));
  EXPECT_EQ(found[0].at("reason"), "it is slow: very");
  EXPECT_EQ(found[1].at("kernel"), "c/d");
}

TEST(Records, WithoutTheLineAreLeftOut) {
  EXPECT_THAT(records("reason: none\n\nother: none\n", "kernel"), IsEmpty());
}

TEST(Records, ValuesAreComparedWhole) {
  const Parameters parameters = {{"n", 32 * Mi}, {"pattern", "random"}};
  const auto has = [&](const std::vector<std::string>& values) {
    return has_values(parameters, values);
  };
  EXPECT_TRUE(has({}));
  EXPECT_TRUE(has({"pattern=random", "n=32Mi"}));
  EXPECT_FALSE(has({"n=32"}));
  EXPECT_FALSE(has({"n=32Mi", "pattern=identity"}));
}

}  // namespace
}  // namespace tilebridge::judge
