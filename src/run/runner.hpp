// SPDX-License-Identifier: Apache-2.0
// tilebridge-run, the companion program that is linked with the backends: one process of it for
// each job.
#pragma once

#include <sys/types.h>

#include "base/process.hpp"
#include "run/channel.hpp"

namespace tilebridge::run {

/// Its path: next to this program in a build, in libexec when installed. Throws PlatformError if
/// this build's runner cannot start because there is no driver.
std::filesystem::path runner_path();

/// Sets the environment of the runners that this process starts, as far as the user has not: the
/// binding of OpenMP threads, each to its own hardware thread where the host is measured (without
/// it Kokkos prints a warning), and large pages: inputs and references of gigabytes take a million
/// page faults in small ones, which is half of their time. `platform`: none if it is not known yet.
void prepare_environment(std::optional<Platform> platform);

/// A runner process, from its start to its end; one at a time. The ending_signals are handed
/// on to it.
class Runner {
 public:
  /// Starts it. One that shows no sign of life for `timeout_seconds` is ended: it shows one before
  /// each launch, validation and sample.
  Runner(const Job& job, double timeout_seconds);
  /// Ends the process, if it has not ended yet.
  ~Runner();
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  /// Waits until the process has ended.
  void wait();
  /// How it has ended.
  const ProcessEnd& end() const { return *end_; }
  /// Says how it ended: also "it did not end within 300 s".
  std::string how_ended() const;
  /// Whether its user ended it, or closed what it wrote to.
  bool was_ended_by_user() const;
  /// The message of Channel::end(); null if there was none.
  const Json& outcome_message() const { return outcome_message_; }
  /// The message of Channel::end(); throws the Error if it tells of one.
  const Json& outcome() const;
  Heartbeat where() const;

 private:
  Runner(const Job& job, double timeout_seconds, std::pair<int, int> ends);
  bool is_alive();
  std::chrono::duration<double> patience() const;

  Connection connection_;
  int heartbeat_;
  std::chrono::duration<double> timeout_;
  pid_t process_ = 0;
  Json outcome_message_ = nullptr;
  std::optional<ProcessEnd> end_;
  bool was_stopped_ = false;
  std::pair<std::int64_t, std::int64_t> written_ = {};  // when the heartbeat was
  std::chrono::steady_clock::time_point last_sign_ = std::chrono::steady_clock::now();
};

/// Has a runner do a job that is no run, and returns what it told at the end. Throws what the
/// runner threw. One that crashes throws Error(invalid) with `what_failed` and how it ended; one
/// that the user ended exits this process with its status.
Json ask_runner(const Job& job, const char* what_failed);

/// Has a runner do `explain` or `list` of the user's own pairs, with the words of the command line,
/// and returns its exit status: only a runner loads pairs, whose code may crash it.
int show_pairs(const std::vector<std::string>& command_line);

}  // namespace tilebridge::run
