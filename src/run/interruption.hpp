// SPDX-License-Identifier: Apache-2.0
// Ends a run early without losing what it has measured.
#pragma once

namespace tilebridge::run {

/// Makes SIGINT, SIGTERM and SIGHUP only set what is_stop_asked() returns.
void catch_signals();
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
