// SPDX-License-Identifier: Apache-2.0
#include "base/process.hpp"

#include <gmock/gmock.h>

#include <cstdlib>

#include "base/error.hpp"

namespace tilebridge {
namespace {

TEST(TemporaryFolder, IsGoneWithTheObject) {
  std::filesystem::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    EXPECT_TRUE(std::filesystem::is_directory(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(TemporaryFolder, SaysWhereItCannotBeMade) {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", "/proc/none", 1);
  EXPECT_THAT([] { TemporaryFolder(); }, testing::ThrowsMessage<UsageError>(testing::AllOf(
                                             testing::HasSubstr("cannot make a temporary folder"),
                                             testing::HasSubstr("TMPDIR"))));
  before == nullptr ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
}

}  // namespace
}  // namespace tilebridge
