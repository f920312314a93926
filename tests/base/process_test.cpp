// SPDX-License-Identifier: Apache-2.0
#include "base/process.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdlib>
#include <system_error>

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

TEST(RunProcess, SaysHowItEndedAndKeepsItsOutput) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_process({"sh", "-c", "echo out; exit 4"}, folder / "output"), 4);
  EXPECT_EQ(text_of(folder / "output"), "out\n");
  EXPECT_EQ(run_process({"sh", "-c", "kill -TERM $$"}, folder / "output"), 128 + SIGTERM);
  EXPECT_THROW(run_process({"/none/such"}, folder / "output"), std::system_error);
}

TEST(RunWatched, SaysHowTheProcessEnded) {
  const auto goes_on = [] { return true; };
  EXPECT_EQ(run_watched("sh", {"sh", "-c", "exit 3"}, goes_on).status, 3);
  EXPECT_EQ(run_watched("sh", {"sh", "-c", "exit 3"}, goes_on).signal, 0);
  EXPECT_EQ(run_watched("sh", {"sh", "-c", "kill -TERM $$"}, goes_on).signal, SIGTERM);
  EXPECT_THROW(run_watched("/none/such", {"such"}, goes_on), std::system_error);
}

TEST(RunWatched, LeavesNoSignalBlocked) {
  const char* none_is_blocked = "grep -q '^SigBlk:[[:space:]]*0*$' /proc/self/status";
  EXPECT_EQ(run_watched("sh", {"sh", "-c", none_is_blocked}, [] { return true; }).status, 0);
  sigset_t blocked;
  ::sigprocmask(SIG_BLOCK, nullptr, &blocked);
  EXPECT_EQ(::sigismember(&blocked, SIGCHLD), 0);
}

TEST(RunWatched, EndsAProcessThatMayNotGoOn) {
  int asked = 0;
  const ProcessEnd end = run_watched("sleep", {"sleep", "1000"}, [&] { return ++asked < 3; });
  EXPECT_TRUE(end.was_stopped);
  EXPECT_EQ(end.signal, SIGKILL);
  EXPECT_EQ(asked, 3);
}

}  // namespace
}  // namespace tilebridge
