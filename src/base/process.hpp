// SPDX-License-Identifier: Apache-2.0
// Starting another program and waiting for it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace tilebridge {

/// A folder of its own among the temporary files, gone with the object.
class TemporaryFolder {
 public:
  /// Throws UsageError where none can be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Runs `command`, looked up along PATH where its first word has no slash, with its standard output
/// going to the file `output`. Ctrl-C is the command's to handle meanwhile. Returns its exit
/// status, 128 + the signal where one ended it. Throws std::system_error where it cannot be
/// started.
int run_process(const std::vector<std::string>& command, const std::filesystem::path& output);

struct Job {
  std::vector<std::string> command;
  std::filesystem::path directory;  // to run in
  std::filesystem::path output;     // standard output and standard error
};

/// Runs every job, at most `at_once` (1 at least) at a time, in no fixed order, as run_process does
/// one. `ended` gets the index of each that has ended, and its exit status. What it throws, and
/// std::system_error where a job cannot be started, is thrown on when the jobs under way have
/// ended; no other is started.
void run_processes(const std::vector<Job>& jobs, std::size_t at_once,
                   const std::function<void(std::size_t, int)>& ended);

/// The whole of a file; "" where it cannot be read.
std::string text_of(const std::filesystem::path& path);

}  // namespace tilebridge
