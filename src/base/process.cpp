// SPDX-License-Identifier: Apache-2.0
#include "base/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string_view>
#include <system_error>

#include "base/affinity.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

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

/// This program's environment, with messages and numbers in the form of the C locale.
std::vector<std::string> environment_in_c_locale() {
  std::vector<std::string> variables = {"LC_ALL=C"};
  for (char** variable = environ; *variable != nullptr; ++variable)
    if (const std::string_view text = *variable; !text.starts_with("LC_ALL="))
      variables.emplace_back(text);
  return variables;
}

/// The array of pointers, with a null at its end, that calls of the system take.
std::vector<char*> pointers_to(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  for (std::string& text : texts) pointers.push_back(text.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// Starts a process with default handling of Ctrl-C, no signal blocked, on all processors that this
/// one was given, and with the files that `redirect` adds.
pid_t start(const std::string& program, std::vector<std::string> words, char** environment,
            const std::function<void(posix_spawn_file_actions_t*)>& redirect) {
  posix_spawn_file_actions_t actions{};
  ::posix_spawn_file_actions_init(&actions);
  redirect(&actions);
  posix_spawnattr_t attributes{};
  ::posix_spawnattr_init(&attributes);
  sigset_t signals;
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  ::sigaddset(&signals, SIGINT);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  const OnAllPlaces everywhere;
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, program.c_str(), &actions, &attributes,
                                   pointers_to(words).data(), environment);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0)
    throw std::system_error(error, std::generic_category(),
                            fmt::format("cannot start '{}'", program));
  return process;
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

std::filesystem::path program_path(const std::filesystem::path& link) {
  std::error_code error;
  if (auto path = std::filesystem::read_symlink(link, error); !error) return path;
  const auto started = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  auto path = std::filesystem::canonical(started == nullptr ? "" : started, error);
  if (error)
    throw UsageError(
        fmt::format("cannot find the folder of tilebridge, because '{}' is missing; mount /proc",
                    link.string()));
  return path;
}

bool is_on_path(const std::string& name) {
  const char* const path = std::getenv("PATH");
  const std::vector<std::string> folders = split(path == nullptr ? "" : path, ':');
  return std::ranges::any_of(folders, [&](const std::filesystem::path& folder) {
    const std::filesystem::path file = folder / name;
    std::error_code ignored;
    return std::filesystem::is_regular_file(file, ignored) && ::access(file.c_str(), X_OK) == 0;
  });
}

int run_process(const std::vector<std::string>& command, const std::filesystem::path& output) {
  const InterruptsIgnored ignored;
  std::vector<std::string> variables = environment_in_c_locale();
  std::vector<char*> in_c_locale = pointers_to(variables);
  const bool is_read = !output.empty();
  const auto redirect = [&](posix_spawn_file_actions_t* actions) {
    if (is_read)
      ::posix_spawn_file_actions_addopen(actions, STDOUT_FILENO, output.c_str(),
                                         O_WRONLY | O_CREAT | O_TRUNC, S_IRUSR | S_IWUSR);
  };
  const pid_t process =
      start(command.front(), command, is_read ? in_c_locale.data() : environ, redirect);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return exit_status(end_of(status));
}

pid_t start_process(const std::filesystem::path& program, std::vector<std::string> words,
                    const std::vector<int>& descriptors) {
  return start(program.string(), std::move(words), environ,
               [&](posix_spawn_file_actions_t* actions) {
                 int as = STDERR_FILENO;
                 for (const int descriptor : descriptors)
                   ::posix_spawn_file_actions_adddup2(actions, descriptor, ++as);
               });
}

ProcessEnd end_of(int wait_status) {
  if (WIFSIGNALED(wait_status)) return {.signal = WTERMSIG(wait_status)};
  return {.status = WEXITSTATUS(wait_status)};
}

int exit_status(const ProcessEnd& end) { return end.signal != 0 ? 128 + end.signal : end.status; }

std::string how_ended(const ProcessEnd& end) {
  return end.signal == 0 ? fmt::format("it exited with status {}", end.status)
                         : fmt::format("it ended its process: {}", ::strsignal(end.signal));
}

}  // namespace tilebridge
