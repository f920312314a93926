// SPDX-License-Identifier: Apache-2.0
#include "base/shared_text.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <system_error>

namespace tilebridge {
namespace {

TEST(SharedText, IsThereAfterItsWriterWasKilled) {
  const SharedText mine;
  EXPECT_EQ(mine.read(), "");
  const pid_t child = ::fork();
  if (child == 0) {
    SharedText other(mine.place());
    other.write("first, which is longer");
    other.write("second");
    ::raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(mine.read(), "second");
  EXPECT_EQ(mine.writes(), 2U);
}

TEST(SharedText, KeepsAsMuchAsFits) {
  SharedText text;
  text.write(std::string(100000, 'x'));
  EXPECT_GT(text.read().size(), 500U);
  EXPECT_EQ(text.read().find_first_not_of('x'), std::string::npos);
}

TEST(SharedText, KnowsTheLargestStatusOfThoseThatCameToTheirEnd) {
  const SharedText mine;
  EXPECT_FALSE(mine.ended());
  SharedText other(mine.place());
  other.end(0);
  EXPECT_EQ(mine.ended(), 0);
  other.end(3);
  other.end(2);
  EXPECT_EQ(mine.ended(), 3);
  EXPECT_EQ(mine.read(), "");
  EXPECT_EQ(mine.writes(), 3U);
}

TEST(SharedText, ThatIsNotThereThrows) {
  EXPECT_THROW(SharedText("/proc/self/fd/987654"), std::system_error);
}

}  // namespace
}  // namespace tilebridge
