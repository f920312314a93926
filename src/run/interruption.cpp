// SPDX-License-Identifier: Apache-2.0
#include "run/interruption.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdio>

namespace tilebridge::run {
namespace {

std::atomic<bool> stop_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler sets it

/// A signal that this process sends itself, as a kernel does that raises one, is not its user's: it
/// ends the process, as without this handler.
void ask_to_stop(int signal, siginfo_t* info, void*) {
  const bool is_own =
      (info->si_code == SI_USER || info->si_code == SI_TKILL) && info->si_pid == ::getpid();
  if (!is_own) {
    stop_asked = true;
    return;
  }
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

std::atomic<int> exit_guards = 0;

void end_at_once(int status, void*) {
  if (exit_guards == 0) return;
  std::fflush(nullptr);
  ::_exit(status);
}

}  // namespace

void catch_signals() {
  struct sigaction action {};
  action.sa_sigaction = ask_to_stop;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  for (const int signal : ending_signals) ::sigaction(signal, &action, nullptr);
  ignore_file_size_signal();
}

void ignore_file_size_signal() { std::signal(SIGXFSZ, SIG_IGN); }

bool is_stop_asked() { return stop_asked; }

ExitGuard::ExitGuard() {
  ++exit_guards;
  renew();
}

ExitGuard::~ExitGuard() { --exit_guards; }

void ExitGuard::renew() {
#ifdef __GLIBC__  // other C libraries do not tell the status
  ::on_exit(end_at_once, nullptr);
#endif
}

}  // namespace tilebridge::run
