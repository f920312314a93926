// SPDX-License-Identifier: Apache-2.0
#include "run/interruption.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdio>

namespace tilebridge::run {
namespace {

std::atomic<bool> stop_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler sets it

void ask_to_stop(int) { stop_asked = true; }

std::atomic<int> exit_guards = 0;

void end_at_once(int status, void*) {
  if (exit_guards == 0) return;
  std::fflush(nullptr);
  ::_exit(status);
}

}  // namespace

void catch_signals() {
  for (const int signal : ending_signals) std::signal(signal, ask_to_stop);
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
