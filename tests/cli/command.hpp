// SPDX-License-Identifier: Apache-2.0
// Runs the program as a user would, and looks at what it says.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

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

/// `line` through a shell, in `folder`.
inline Outcome run_command(const std::string& line, const TemporaryFolder& folder) {
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

inline bool is_installed(const std::string& tool, const TemporaryFolder& folder) {
  return run_command("command -v '" + tool + "'", folder).status == 0;
}

/// `cmake` with a generator that is there: Ninja if it is found. Machines may lack `make`.
inline std::string cmake_command(const TemporaryFolder& folder) {
  return is_installed("ninja", folder) ? "cmake -G Ninja" : "cmake";
}

inline Outcome run_tilebridge(const std::string& arguments, const TemporaryFolder& folder) {
  return run_command(TILEBRIDGE_PROGRAM " " + arguments, folder);
}

/// Why `tilebridge run` cannot start here, as a build for a GPU cannot without a driver; "" if it
/// can.
inline std::string why_not_runnable(const TemporaryFolder& folder) {
  // tilebridge-run refuses the name, once it has started and before it measures anything.
  const Outcome outcome = run_tilebridge("run no_such_experiment --platform host", folder);
  return outcome.status == 5 ? outcome.err : "";
}

}  // namespace tilebridge
