// SPDX-License-Identifier: Apache-2.0
#include "session/interruption.hpp"

#include <atomic>
#include <csignal>
#include <initializer_list>

namespace tilebridge::session {
namespace {

std::atomic<bool> stop_asked = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler sets it

void ask_to_stop(int) { stop_asked = true; }

}  // namespace

void catch_signals() {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, ask_to_stop);
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the file size limit then makes write() fail
}

bool is_stop_asked() { return stop_asked; }

}  // namespace tilebridge::session
