// SPDX-License-Identifier: Apache-2.0
// Runs the program as a user would, and looks at what it says.
#pragma once

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/process.hpp"

namespace tilebridge {

struct Outcome {
  int status;
  std::string out;
  std::string err;
};

inline std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Prints, where a test fails, what its last command was and how it ended.
class LastCommand : public testing::EmptyTestEventListener {
 public:
  static void is(const std::string& line, const Outcome& outcome) {
    static LastCommand* const listener = [] {
      auto* const added = new LastCommand;  // owned by the list
      testing::UnitTest::GetInstance()->listeners().Append(added);
      return added;
    }();
    listener->text_ =
        "$ " + line + "\n" + outcome.err + "status " + std::to_string(outcome.status) + "\n";
  }

 private:
  void OnTestPartResult(const testing::TestPartResult& result) override {
    if (result.failed()) std::fputs(text_.c_str(), stdout);
  }
  void OnTestStart(const testing::TestInfo& /*test*/) override { text_.clear(); }

  std::string text_;
};

/// `line` through a shell, in `folder`; by default in one that is empty and deleted afterwards.
inline Outcome run_command(const std::string& line, const TemporaryFolder& folder = {}) {
  const auto err = folder / "stderr.txt";
  const std::string command =
      "cd '" + folder.path().string() + "'; exec 2>'" + err.string() + "'; " + line;
  std::FILE* pipe = ::popen(command.c_str(), "r");
  Outcome outcome;
  std::array<char, 4096> buffer;
  for (std::size_t n; (n = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
    outcome.out.append(buffer.data(), n);
  const int status = ::pclose(pipe);
  outcome.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  outcome.err = file_text(err);
  LastCommand::is(line, outcome);
  return outcome;
}

inline bool is_installed(const std::string& tool) {
  return run_command("command -v '" + tool + "'").status == 0;
}

/// `cmake` with a generator that is there: Ninja if it is found. Machines may lack `make`.
inline std::string cmake_command() { return is_installed("ninja") ? "cmake -G Ninja" : "cmake"; }

inline Outcome run_tilebridge(const std::string& arguments, const TemporaryFolder& folder = {}) {
  return run_command(TILEBRIDGE_PROGRAM " " + arguments, folder);
}

/// Standard output of a command that succeeds.
inline std::string output_of(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, 0);
  return outcome.out;
}
inline std::string output_of(const std::string& arguments, const TemporaryFolder& folder = {}) {
  return output_of(run_tilebridge(arguments, folder));
}

/// The command printed one line, an error with `message` in it, and ended with that status.
inline void expect_refused(const Outcome& outcome, const std::string& message, int status = 2) {
  EXPECT_EQ(outcome.status, status);
  EXPECT_THAT(outcome.err, testing::StartsWith("tilebridge: "));
  EXPECT_THAT(outcome.err, testing::HasSubstr(message));
  EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1);
  EXPECT_EQ(outcome.out, "");
}

/// Why `tilebridge run` cannot start here, as a build for a GPU cannot without a driver; "" if it
/// can.
inline std::string why_not_runnable() {
  // tilebridge-run refuses the name, once it has started and before it measures anything.
  const Outcome outcome = run_tilebridge("run no_such_experiment --platform host");
  return outcome.status == 5 ? outcome.err : "";
}

/// Tests in a folder of their own, skipped where `tilebridge run` cannot start.
class RunningTest : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string reason = why_not_runnable(); !reason.empty()) GTEST_SKIP() << reason;
  }

  TemporaryFolder folder_;
};

}  // namespace tilebridge
