#include "report/text.hpp"

#include <gtest/gtest.h>

namespace tilebridge {
namespace {

TEST(Tame, CutsBetweenCharacters) {
  EXPECT_EQ(tame("short", 10), "short");
  EXPECT_EQ(tame("a\nb\x1b[31m", 20), "a?b?[31m");
  EXPECT_EQ(tame("abcdefghijk", 10), "abcdefg...");
  EXPECT_EQ(tame("abcdef\u00b5\u00b5\u00b5", 10), "abcdef...");  // not half of a µ
}

TEST(TimeText, HasAUnitThatFits) {
  EXPECT_EQ(time_text(12.5e-6), "12.50 µs");
  EXPECT_EQ(time_text(12.5e-3), "12.500 ms");
  EXPECT_EQ(time_text(12.5), "12.500 s");
}

}  // namespace
}  // namespace tilebridge
