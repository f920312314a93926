// SPDX-License-Identifier: Apache-2.0
#include "run/runner.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>

#include "base/error.hpp"
#include "build_info.hpp"
#include "run/interruption.hpp"

namespace tilebridge::run {
namespace {

/// Kokkos with CUDA is linked with the driver's library: without it tilebridge-run cannot start.
void check_driver() {
  if (!build_info::needs_driver) return;
  void* driver = ::dlopen("libcuda.so.1", RTLD_LAZY);
  if (driver == nullptr)
    throw PlatformError(
        "this build runs on CUDA devices only and finds no NVIDIA driver (libcuda.so.1); run it on "
        "a GPU node, or build the preset 'host'");
  ::dlclose(driver);
}

bool user_places_threads() {
  constexpr std::array names = {"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  return std::ranges::any_of(names, [](const char* name) { return std::getenv(name) != nullptr; });
}

/// Throws std::system_error if `result` is that of a failed call.
int checked(int result, const char* doing) {
  if (result < 0) throw std::system_error(errno, std::generic_category(), doing);
  return result;
}

/// The least number of a connection's descriptor: a runner's own descriptors have lower ones.
constexpr int lowest = 10;

/// Both ends of a connection.
std::pair<int, int> new_connection() {
  std::array<int, 2> ends{};
  checked(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()),
          "cannot start a process");
  return {moved_up(ends[0], lowest), moved_up(ends[1], lowest)};
}

// The state that the signal handler needs: the runner's process id, and whether there was a signal.
std::atomic<pid_t> runner_process = 0;
std::atomic<bool> was_asked = false;
static_assert(std::atomic<pid_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

void forward(int signal) {
  was_asked = true;
  if (runner_process != 0) ::kill(runner_process, signal);
}

void handle_signals(void (*handler)(int)) {
  for (const int signal : ending_signals) std::signal(signal, handler);
}

}  // namespace

std::filesystem::path runner_path() {
  check_driver();
  const auto folder = program_path().parent_path();
  auto beside = folder / "tilebridge-run";
  if (std::filesystem::exists(beside)) return beside;
  return (folder / build_info::runner_folder / "tilebridge-run").lexically_normal();
}

void prepare_environment(std::optional<Platform> platform) {
  ::setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0);
  if (user_places_threads()) return;
  const bool measures_host = platform ? *platform == Platform::host : !build_info::for_gpu;
  // OMP_PLACES is not set: with it GCC's OpenMP complains on a system without /sys.
  ::setenv("OMP_PROC_BIND", measures_host ? "spread" : "false", 1);
}

Runner::Runner(const Job& job, double timeout_seconds)
    : Runner(job, timeout_seconds, new_connection()) {}

Runner::Runner(const Job& job, double timeout_seconds, std::pair<int, int> ends)
    : connection_(ends.first),
      heartbeat_(moved_up(
          checked(::memfd_create("tilebridge", MFD_CLOEXEC), "cannot start a process"), lowest)),
      timeout_(timeout_seconds) {
  was_asked = false;
  handle_signals(forward);
  process_ = start_process(runner_path(), {"tilebridge"}, {ends.second, heartbeat_});
  runner_process = process_;
  ::close(ends.second);
  connection_.send(to_json(job));
}

Runner::~Runner() {
  runner_process = 0;
  handle_signals(SIG_DFL);
  if (!end_) {
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  ::close(heartbeat_);
}

void Runner::wait() {
  while (!end_) {
    pollfd socket = {connection_.is_closed() ? -1 : connection_.descriptor(), POLLIN, 0};
    ::poll(&socket, 1, 100);
    int status = 0;
    const bool has_ended = ::waitpid(process_, &status, WNOHANG) == process_;
    if (const auto message = connection_.receive(std::chrono::milliseconds(0)))
      outcome_message_ = *message;
    if (has_ended) {
      runner_process = 0;
      end_ = end_of(status);
    } else if (!is_alive()) {
      was_stopped_ = true;
      ::kill(process_, SIGKILL);
    }
  }
}

bool Runner::is_alive() {
  struct stat file {};
  ::fstat(heartbeat_, &file);
  const std::pair<std::int64_t, std::int64_t> now = {file.st_mtim.tv_sec, file.st_mtim.tv_nsec};
  if (std::exchange(written_, now) != now) last_sign_ = std::chrono::steady_clock::now();
  return std::chrono::steady_clock::now() - last_sign_ < patience();
}

/// Between cases devices and shared objects are opened and ceilings are measured, which takes
/// longer than a launch; after the end of a run nothing is lost by ending its process.
std::chrono::duration<double> Runner::patience() const {
  using Seconds = std::chrono::duration<double>;
  if (!outcome_message_.is_null()) return std::min(timeout_, Seconds(30));
  return where().label.empty() ? std::max(timeout_, Seconds(300)) : timeout_;
}

Heartbeat Runner::where() const {
  std::array<char, 1000> text{};
  const ssize_t size = ::pread(heartbeat_, text.data(), text.size() - 1, 0);
  return Heartbeat::of(size > 0 ? text.data() : "");
}

std::string Runner::how_ended() const {
  return was_stopped_ ? fmt::format("it did not end within {:g} s", timeout_.count())
                      : tilebridge::how_ended(*end_);
}

bool Runner::was_ended_by_user() const {
  const bool is_of_terminal = end_->signal == SIGINT || end_->signal == SIGPIPE;
  return was_asked || (is_of_terminal && where().label.empty());
}

const Json& Runner::outcome() const {
  if (outcome_message_.is_object() && outcome_message_.contains("failure"))
    throw Error(ExitStatus(outcome_message_.at("status").get<int>()),
                outcome_message_.at("failure").get<std::string>());
  return outcome_message_;
}

Json ask_runner(const Job& job, const char* what_failed) {
  constexpr double longest_seconds = 1e9;  // the user may end it
  Runner runner(job, longest_seconds);
  runner.wait();
  if (const Json& told = runner.outcome(); !told.is_null()) return told;
  if (runner.was_ended_by_user()) std::exit(exit_status(runner.end()));
  throw Error(ExitStatus::invalid, fmt::format("{}: {}", what_failed, runner.how_ended()));
}

int show_pairs(const std::vector<std::string>& command_line) {
  const Job job = {.task = "words", .command_line = command_line};
  return ask_runner(job, "the pair cannot be loaded").at("status").get<int>();
}

}  // namespace tilebridge::run
