// SPDX-License-Identifier: Apache-2.0
#include "run/several.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <fstream>

#include "base/error.hpp"
#include "base/process.hpp"

namespace tilebridge::run {
namespace {

using testing::ElementsAre;

using Statuses = std::vector<std::optional<int>>;

const std::vector<std::string> three = {"gpu0", "gpu1", "gpu2"};

RunRequest with_output(const std::filesystem::path& path) {
  RunRequest request;
  request.output = path.string();
  return request;
}

TEST(RunsOn, HaveADeviceAndAFileEach) {
  const TemporaryFolder folder;
  const auto runs = runs_on(with_output(folder / "a.b.json"), {0, 12});
  ASSERT_EQ(runs.size(), 2U);
  EXPECT_EQ(runs[0].request.device, 0);
  EXPECT_EQ(runs[1].request.device, 12);
  EXPECT_EQ(runs[0].file(), folder / "a.b-gpu0.json");
  EXPECT_EQ(runs[1].file(), folder / "a.b-gpu12.json");
  EXPECT_EQ(runs_on(with_output("/dev/null"), {3}).front().file(), "/dev/null");
  EXPECT_THAT(runs_on({}, {3}).front().file().string(),
              testing::MatchesRegex("results-[0-9]+-[0-9]+-gpu3\\.json"));
}

TEST(RunsOn, RefuseAFileThatHoldsAnything) {
  const TemporaryFolder folder;
  std::ofstream(folder / "r-gpu1.json") << "{}";
  RunRequest request = with_output(folder / "r.json");
  EXPECT_THROW(runs_on(request, {0, 1}), UsageError);
  EXPECT_NO_THROW(runs_on(request, {0, 2}));
  request.overwrite = true;
  EXPECT_NO_THROW(runs_on(request, {0, 1}));
}

TEST(RunsToResume, AreTheFilesAndTheNewerJournals) {
  const TemporaryFolder folder;
  for (const char* name : {"r-gpu0.json", "r-gpu2.json", "r-gpu2.json.journal",
                           "r-gpu10.json.journal", "r-gpux.json", "s-gpu1.json", "r-gpu3.txt"})
    std::ofstream(folder / name) << "{}";
  RunRequest request;
  request.resume = (folder / "r.json").string();
  std::vector<std::string> found;
  for (const DeviceRun& run : runs_to_resume(request)) {
    found.push_back(run.label);
    found.push_back(std::filesystem::path(run.request.resume).filename().string());
  }
  EXPECT_THAT(found, ElementsAre("gpu0", "r-gpu0.json", "gpu2", "r-gpu2.json.journal", "gpu10",
                                 "r-gpu10.json.journal"));
  std::ofstream(folder / "r.json") << "{}";
  EXPECT_TRUE(runs_to_resume(request).empty());
}

TEST(InProcesses, ReturnsWhatEachReturned) {
  for (const bool at_once : {false, true})
    EXPECT_THAT(in_processes(three, at_once,
                             [](std::size_t number) { return 5 * static_cast<int>(number); }),
                ElementsAre(0, 5, 10));
}

TEST(InProcesses, OneThatCrashesCostsItsOwnAlone) {
  const auto crash_second = [](std::size_t number) {
    if (number == 1) std::raise(SIGKILL);
    return 0;
  };
  for (const bool at_once : {false, true})
    EXPECT_THAT(in_processes(three, at_once, crash_second), ElementsAre(0, 137, 0));
}

TEST(InProcesses, AtOnceLinesBeginWithTheirLabels) {
  testing::internal::CaptureStderr();
  in_processes(three, true, [](std::size_t number) {
    std::fprintf(stderr, "one\nof %zu", number);
    return 0;
  });
  const std::string text = testing::internal::GetCapturedStderr();
  for (const char* line :
       {"gpu0: one\n", "gpu1: one\n", "gpu2: one\n", "gpu0: of 0\n", "gpu2: of 2\n"})
    EXPECT_THAT(text, testing::HasSubstr(line));
}

TEST(InProcesses, WhatTheUserEndedDoesNotBegin) {
  const auto end_all = [](std::size_t) {
    std::signal(SIGTERM, SIG_IGN);
    ::kill(::getppid(), SIGTERM);
    return 130;
  };
  EXPECT_EQ(in_processes(three, false, end_all), (Statuses{130, std::nullopt, std::nullopt}));
}

TEST(InProcesses, ThoseThatRunAreTold) {
  const auto wait = [](std::size_t number) {
    if (number == 2) ::kill(::getppid(), SIGUSR1);
    ::sleep(60);
    return 0;
  };
  EXPECT_THAT(in_processes(three, true, wait),
              ElementsAre(128 + SIGUSR1, 128 + SIGUSR1, 128 + SIGUSR1));
}

TEST(WorstStatus, FollowsTheOrderOfThePage) {
  const Statuses worst_first = {70, 3, 6, 130, 5, 2, 1, 4, 0};
  for (std::size_t i = 0; i + 1 < worst_first.size(); ++i) {
    EXPECT_EQ(worst_status(Statuses{worst_first[i + 1], worst_first[i]}), worst_first[i]);
    EXPECT_EQ(worst_status(Statuses{worst_first[i], worst_first[i + 1]}), worst_first[i]);
  }
  EXPECT_EQ(worst_status(Statuses{0, std::nullopt}), 130);
  EXPECT_EQ(worst_status(Statuses{3, 139, 70}), 139);
  EXPECT_EQ(worst_status(Statuses{3, 128 + SIGTERM}), 3);
  EXPECT_EQ(worst_status({}), 0);
}

}  // namespace
}  // namespace tilebridge::run
