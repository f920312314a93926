// SPDX-License-Identifier: Apache-2.0
// Ends a run early without losing what it has measured.
#pragma once

#include <array>
#include <csignal>

namespace tilebridge::run {

/// The signals that ask a run to end: a user's, and those that batch systems send before they kill.
inline constexpr std::array ending_signals = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGXCPU};

/// Makes them only set what is_stop_asked() returns.
void catch_signals();
/// A file that reaches the limit of its size then makes write() fail, here and in the processes
/// that this one starts.
void ignore_file_size_signal();
bool is_stop_asked();

/// While one exists, a kernel that calls exit() ends the process at once, with its status. Kokkos
/// and the CUDA runtime, ended in the middle of a run, would abort instead and hide that status.
class ExitGuard {
 public:
  ExitGuard();
  ~ExitGuard();
  ExitGuard(const ExitGuard&) = delete;
  ExitGuard& operator=(const ExitGuard&) = delete;

  /// Goes before everything that has been registered to run at exit since.
  void renew();
};

}  // namespace tilebridge::run
