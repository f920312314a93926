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

/// Hands on what asks this program to end, for its lifetime.
class SignalsForwarded {
 public:
  explicit SignalsForwarded(pid_t process) {
    receiver = process;
    forwarded = 0;
    for (std::size_t i = 0; i < signals.size(); ++i) before_[i] = std::signal(signals[i], forward);
  }
  ~SignalsForwarded() {
    for (std::size_t i = 0; i < signals.size(); ++i) std::signal(signals[i], before_[i]);
  }
  SignalsForwarded(const SignalsForwarded&) = delete;
  SignalsForwarded& operator=(const SignalsForwarded&) = delete;

  static bool any() { return forwarded != 0; }

 private:
  static void forward(int signal) {
    forwarded = 1;
    ::kill(receiver, signal);
  }

  static constexpr std::array signals = {SIGINT, SIGTERM, SIGHUP};
  static inline volatile pid_t receiver = 0;
  static inline volatile std::sig_atomic_t forwarded = 0;
  std::array<void (*)(int), signals.size()> before_{};
};

/// Waits for processes that this one starts, each with a time limit, for its lifetime. Kernels
/// before Linux 5.3 have no pidfd_open(), so it is SIGCHLD that is waited for.
class EndsAwaited {
 public:
  EndsAwaited() {
    ::sigemptyset(&ends_);
    ::sigaddset(&ends_, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &ends_, &mask_);
  }
  ~EndsAwaited() { ::sigprocmask(SIG_SETMASK, &mask_, nullptr); }
  EndsAwaited(const EndsAwaited&) = delete;
  EndsAwaited& operator=(const EndsAwaited&) = delete;

  /// Waits for a tenth of a second, or until `process` has ended, with `status`.
  bool has_ended(pid_t process, int& status) const {
    constexpr timespec longest = {0, 100'000'000};
    ::sigtimedwait(&ends_, nullptr, &longest);
    return ::waitpid(process, &status, WNOHANG) != 0;
  }

 private:
  sigset_t ends_{};
  sigset_t mask_{};
};

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

ProcessEnd run_watched(const std::filesystem::path& program, const std::vector<std::string>& words,
                       const std::function<bool()>& keep_going) {
  const EndsAwaited ends;
  const pid_t process = start(program.string(), words, SpawnSettings());
  const SignalsForwarded forwarded(process);
  ProcessEnd end;
  int status = 0;
  while (!ends.has_ended(process, status)) {
    if (end.was_stopped || keep_going()) continue;
    end.was_stopped = true;
    ::kill(process, SIGKILL);
  }
  end.was_asked = SignalsForwarded::any();
  if (WIFSIGNALED(status))
    end.signal = WTERMSIG(status);
  else
    end.status = WEXITSTATUS(status);
  return end;
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
