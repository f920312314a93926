// SPDX-License-Identifier: Apache-2.0
#include "backends/kokkos/tools/log_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace tilebridge::tools {
namespace {

namespace fs = std::filesystem;

/// While it lives, what would send these signals to this thread is an error instead. Handlers of
/// the application stay as they are, and its other threads get their signals.
class SignalsHeld {
 public:
  SignalsHeld() {
    ::sigemptyset(&held_);
    ::sigaddset(&held_, SIGXFSZ);
    ::sigaddset(&held_, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &held_, &before_);
  }
  ~SignalsHeld() {
    const timespec at_once = {};
    while (::sigtimedwait(&held_, nullptr, &at_once) > 0) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t held_ = {};
  sigset_t before_ = {};
};

/// Returns errno, or 0.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Likewise. The file is made anew, or emptied if it may exist.
int write_file(const std::string& path, std::string_view text, bool may_exist) {
  constexpr mode_t for_all = 0666;  // less the umask
  const int file = ::open(path.c_str(),
                          O_WRONLY | O_CREAT | O_CLOEXEC | (may_exist ? O_TRUNC : O_EXCL), for_all);
  if (file < 0) return errno;
  const int error = write_all(file, text);
  return ::close(file) == 0 || error != 0 ? error : errno;
}

/// A device, a pipe or a link, which no file replaces.
bool is_special(const fs::file_status& status) {
  return fs::exists(status) && !fs::is_regular_file(status);
}

/// Likewise: a file that is complete from the first moment, written beside and renamed.
int replace_file(const std::string& path, std::string_view text) {
  std::error_code ignored;
  if (is_special(fs::symlink_status(path, ignored))) return write_file(path, text, true);
  const std::string temporary = path + "." + std::to_string(::getpid()) + ".part";
  ::unlink(temporary.c_str());
  int error = write_file(temporary, text, false);
  if (error == 0 && ::rename(temporary.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(temporary.c_str());
  return error;
}

/// "rank3" of one of several processes that a launcher (Open MPI's, MPICH's and its kin's, Slurm's)
/// started; "" for others.
std::string rank_text() {
  constexpr std::array<std::pair<const char*, const char*>, 3> launchers = {
      {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
       {"PMI_RANK", "PMI_SIZE"},
       {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}}};
  for (const auto& [rank, size] : launchers) {
    const char* const own = std::getenv(rank);
    const char* const all = std::getenv(size);
    if (own != nullptr && all != nullptr)
      return std::atoi(all) > 1 ? std::string("rank") + own : "";
  }
  return "";
}

/// "log-rank3.json" of "log.json"; a device or a pipe stays as it is.
std::string with_rank(const std::string& path, const std::string& rank) {
  std::error_code ignored;
  if (is_special(fs::status(path, ignored))) return path;
  fs::path file = path;
  return file.replace_filename(file.stem().string() + "-" + rank + file.extension().string());
}

}  // namespace

std::string log_path() {
  const char* asked = std::getenv("TILEBRIDGE_KERNELS");
  const std::string path =
      asked != nullptr ? asked : "tilebridge-kernels-" + std::to_string(::getpid()) + ".json";
  const std::string rank = rank_text();
  return rank.empty() ? path : with_rank(path, rank);
}

void write_log(const std::string& path, const std::string& text) {
  const SignalsHeld signals;
  const int error = replace_file(path, text);
  say(error == 0 ? "kernels in '" + path + "'; tilebridge kernels " + path + " shows them"
                 : "cannot write '" + path + "': " + std::strerror(error) +
                       "; name another file with TILEBRIDGE_KERNELS");
}

void say(const std::string& line) {
  const SignalsHeld signals;
  write_all(STDERR_FILENO, "tilebridge: " + line + "\n");
}

}  // namespace tilebridge::tools
