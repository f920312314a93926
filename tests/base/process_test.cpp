// SPDX-License-Identifier: Apache-2.0
#include "base/process.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <system_error>

#include "base/error.hpp"
#include "base/files.hpp"
#include "tests/base/environment.hpp"

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

TEST(ProgramPath, IsThatOfTheStartedFileWithoutProc) {
  EXPECT_TRUE(std::filesystem::equivalent(program_path(), "/proc/self/exe"));
  EXPECT_EQ(program_path("/none/self/exe"), program_path());
}

TEST(RunProcess, SaysHowItEndedAndKeepsItsOutput) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_process({"sh", "-c", "echo out; exit 4"}, folder / "output"), 4);
  EXPECT_EQ(read_text(folder / "output"), "out\n");
  EXPECT_EQ(run_process({"sh", "-c", "kill -TERM $$"}, folder / "output"), 128 + SIGTERM);
  EXPECT_THROW(run_process({"/none/such"}, folder / "output"), std::system_error);
}

int status_of(const char* script, const std::vector<int>& descriptors = {}) {
  int status = 0;
  ::waitpid(start_process("sh", {"sh", "-c", script}, descriptors), &status, 0);
  return status;
}

TEST(RunProcess, WritesWhatIsReadInTheCLocale) {
  const TemporaryFolder folder;
  const EnvironmentVariable locale("LC_ALL", "de_DE.UTF-8");
  const EnvironmentVariable other("TILEBRIDGE_TEST_VARIABLE", "kept");
  const std::string script = "echo $LC_ALL $TILEBRIDGE_TEST_VARIABLE";
  EXPECT_EQ(run_process({"sh", "-c", script}, folder / "out"), 0);
  EXPECT_EQ(read_text(folder / "out"), "C kept\n");
  const std::string file = folder / "shown";
  EXPECT_EQ(run_process({"sh", "-c", "echo $LC_ALL >'" + file + "'"}, {}), 0);
  EXPECT_EQ(read_text(file), "de_DE.UTF-8\n");
}

TEST(StartProcess, StartsWhatIsOnPath) {
  EXPECT_EQ(WEXITSTATUS(status_of("exit 3")), 3);
  EXPECT_THROW(start_process("/none/such", {"such"}, {}), std::system_error);
}

TEST(StartProcess, BlocksNoSignal) {
  EXPECT_EQ(status_of("grep -q '^SigBlk:[[:space:]]*0*$' /proc/self/status"), 0);
}

TEST(StartProcess, HandsDescriptorsOver) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  const int other = ::fcntl(ends[1], F_DUPFD_CLOEXEC, 10);
  EXPECT_EQ(status_of("echo third >&3", {other}), 0);
  std::array<char, 100> text{};
  EXPECT_GT(::read(ends[0], text.data(), text.size() - 1), 0);
  EXPECT_STREQ(text.data(), "third\n");
  for (const int descriptor : {ends[0], ends[1], other}) ::close(descriptor);
}

}  // namespace
}  // namespace tilebridge
