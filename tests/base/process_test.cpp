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

TEST(RunProcesses, SayHowTheyEndedAndWhatProcessorTimeTheyTook) {
  const TemporaryFolder folder;
  const auto job = [&](const char* script, const char* output) {
    return Job{{"sh", "-c", script}, folder.path(), folder / output};
  };
  // A process of its own, as nvcc starts its passes.
  const char* works = "sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done'; exit 4";
  std::vector<JobEnd> ends(2);
  run_processes({job(works, "a"), job("sleep 0.2", "b")}, 2,
                [&](std::size_t index, const JobEnd& end) { ends[index] = end; });
  EXPECT_EQ(ends[0].status, 4);
  EXPECT_EQ(ends[1].status, 0);
  EXPECT_GT(ends[0].processor_seconds, 0.01);
  EXPECT_LT(ends[1].processor_seconds, 0.1);
}

int status_of(const char* script, const std::vector<int>& descriptors = {}) {
  int status = 0;
  ::waitpid(start_process("sh", {"sh", "-c", script}, descriptors), &status, 0);
  return status;
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
