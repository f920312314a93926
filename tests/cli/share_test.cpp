// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/error.hpp"
#include "cli/grammar.hpp"

namespace tilebridge::cli {
namespace {

constexpr ShareRange up_to_half = {1e-6, 0.5};

double parsed(const std::string& text) { return parse_share("--share", text, up_to_half); }

std::string refusal(const std::string& text) {
  try {
    parsed(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(Share, IsAPercentageOrAFraction) {
  EXPECT_DOUBLE_EQ(parsed("5%"), 0.05);
  EXPECT_DOUBLE_EQ(parsed("0.05"), 0.05);
  EXPECT_DOUBLE_EQ(parsed("0.5%"), 0.005);
  EXPECT_DOUBLE_EQ(parsed("1e-3"), 0.001);
  EXPECT_DOUBLE_EQ(parsed("50%"), 0.5);
}

TEST(Share, OutOfRangeGetsTheRangeInPerCentAndTheLikelyMeaning) {
  EXPECT_EQ(refusal("5"),
            "--share 5, which is 500%, is out of range: 0.0001% to 50%; did you mean 5%?");
  EXPECT_EQ(refusal("0.6"),
            "--share 0.6, which is 60%, is out of range: 0.0001% to 50%; did you mean 0.6%?");
  EXPECT_EQ(refusal("60%"), "--share 60% is out of range: 0.0001% to 50%");
  EXPECT_EQ(refusal("500"), "--share 500, which is 50000%, is out of range: 0.0001% to 50%");
  EXPECT_EQ(refusal("0"), "--share 0, which is 0%, is out of range: 0.0001% to 50%");
  EXPECT_EQ(refusal("-5%"), "--share -5% is out of range: 0.0001% to 50%");
}

TEST(Share, WhatIsNoNumberIsRefused) {
  for (const char* text : {"", "%", "five", "5 %", "5%%", "nan", "inf", "0.05x", "1e999"})
    EXPECT_EQ(refusal(text),
              fmt::format("--share {} is not a share; write for example 5% or 0.05", text));
}

}  // namespace
}  // namespace tilebridge::cli
