// SPDX-License-Identifier: Apache-2.0
// Starts another program and waits for it.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <vector>

namespace tilebridge {

/// A temporary folder, deleted by the destructor.
class TemporaryFolder {
 public:
  /// Throws UsageError if it cannot be created.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Runs `command` with standard output redirected to the file `output`, if that is not empty; what
/// it writes is then in the C locale, whatever the user's is, since this program reads it. A first
/// word without a slash is looked up on PATH. Meanwhile only the command handles Ctrl-C.
/// Returns its exit status, or 128 + the signal that ended it. Throws std::system_error if it
/// cannot be started.
int run_process(const std::vector<std::string>& command, const std::filesystem::path& output);

/// This program's file, which `link` points to. Without /proc it is the file that was started.
/// Throws UsageError if that cannot be found either.
std::filesystem::path program_path(const std::filesystem::path& link = "/proc/self/exe");

/// Whether a shell would find that program.
bool is_on_path(const std::string& name);

/// How a process ended.
struct ProcessEnd {
  int status = 0;  // its exit status, if no signal ended it
  int signal = 0;
};

/// Reads the status that waitpid() gives.
ProcessEnd end_of(int wait_status);

/// Its exit status as a shell has it: 128 + the signal that ended it.
int exit_status(const ProcessEnd& end);

/// "it exited with status 7", "it ended its process: Aborted".
std::string how_ended(const ProcessEnd& end);

/// Starts `program` with these words, its own name first, and with this program's standard input,
/// output and error. There, `descriptors`, all of which must be larger, are 3, 4 and so on. Throws
/// std::system_error if it cannot be started.
pid_t start_process(const std::filesystem::path& program, std::vector<std::string> words,
                    const std::vector<int>& descriptors);

}  // namespace tilebridge
