// SPDX-License-Identifier: Apache-2.0
#include "base/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "base/error.hpp"

namespace tilebridge {
namespace {

/// Ignores Ctrl-C for its lifetime.
class InterruptsIgnored {
 public:
  InterruptsIgnored() : before_(std::signal(SIGINT, SIG_IGN)) {}
  ~InterruptsIgnored() { std::signal(SIGINT, before_); }
  InterruptsIgnored(const InterruptsIgnored&) = delete;
  InterruptsIgnored& operator=(const InterruptsIgnored&) = delete;

 private:
  void (*before_)(int);
};

/// How a process is started: default handling of Ctrl-C, no signal blocked, standard output
/// possibly redirected to a file.
class SpawnSettings {
 public:
  SpawnSettings() {
    ::posix_spawn_file_actions_init(&actions_);
    set_attributes();
  }
  explicit SpawnSettings(const std::filesystem::path& output) : SpawnSettings() {
    ::posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, output.c_str(),
                                       O_WRONLY | O_CREAT | O_TRUNC, S_IRUSR | S_IWUSR);
  }
  void hand_over(int descriptor, int as) {
    ::posix_spawn_file_actions_adddup2(&actions_, descriptor, as);
  }
  ~SpawnSettings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  void set_attributes() {
    sigset_t signals;
    ::sigemptyset(&signals);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    ::sigaddset(&signals, SIGINT);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  }

  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

pid_t start(const std::string& program, std::vector<std::string> words,
            const SpawnSettings& settings) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, program.c_str(), settings.actions(),
                                   settings.attributes(), arguments.data(), environ);
  if (error != 0) throw std::system_error(error, std::generic_category());
  return process;
}

int exit_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  std::string pattern = (parent / "tilebridge_XXXXXX").string();
  if (!error && ::mkdtemp(pattern.data()) == nullptr)
    error = std::error_code(errno, std::generic_category());
  if (error)
    throw UsageError(fmt::format(
        "cannot make a temporary folder: {}; let TMPDIR name one to write to", error.message()));
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

int run_process(const std::vector<std::string>& command, const std::filesystem::path& output) {
  const InterruptsIgnored ignored;
  const pid_t process = start(command.front(), command, SpawnSettings(output));
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return exit_status(status);
}

pid_t start_process(const std::filesystem::path& program, std::vector<std::string> words,
                    const std::vector<int>& descriptors) {
  SpawnSettings settings;
  for (std::size_t i = 0; i < descriptors.size(); ++i)
    settings.hand_over(descriptors[i], STDERR_FILENO + 1 + static_cast<int>(i));
  return start(program.string(), std::move(words), settings);
}

std::string how_ended(const ProcessEnd& end) {
  return end.signal == 0 ? fmt::format("it exited with status {}", end.status)
                         : fmt::format("it ended its process: {}", ::strsignal(end.signal));
}

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace tilebridge
