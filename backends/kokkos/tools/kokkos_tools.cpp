// SPDX-License-Identifier: Apache-2.0
// libtilebridge_tools.so, which any Kokkos application loads (KOKKOS_TOOLS_LIBS): counts and times
// its kernels, and the copies, allocations and fences between them, by name, and writes a log when
// it ends. `tilebridge kernels` shows it. The functions and their signatures are those of the
// Kokkos Tools interface.
//
// Kokkos waits for a kernel's end before it tells a tool (unless another tool declines that), so
// times are of whole kernels, and an application in which kernels overlap is slower than without.
//
// The application may launch from several threads, exit without finalising Kokkos, or call in here
// from a signal handler. A process that it forks logs nothing. No exception leaves these functions.
#include <unistd.h>

#include <exception>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "backends/kokkos/tools/log.hpp"
#include "backends/kokkos/tools/log_file.hpp"

namespace tilebridge::tools {
namespace {

struct Application {
  Log log = {};
  std::string path = log_path();
  int kokkos = 1;          // the copies of Kokkos in the process that are initialised
  std::uint64_t lost = 0;  // calls for which there was no memory
};

std::mutex mutex;                    // guards the next one
Application* application = nullptr;  // from the first initialisation to the last finalisation
const pid_t process = ::getpid();    // not that of one which it forks

bool is_forked() { return ::getpid() != process; }

/// True from before this thread waits for the mutex until after it has let go: a signal handler
/// that interrupts the thread then must not wait for it.
thread_local bool is_inside = false;

class Lock {
 public:
  Lock() {
    is_inside = true;
    mutex.lock();
  }
  ~Lock() {
    mutex.unlock();
    is_inside = false;
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
};

template <class Work>
void with_log(const Work& work) {
  if (is_inside || is_forked()) return;
  const Lock lock;
  if (application == nullptr) return;
  try {
    work(application->log);
  } catch (const std::exception&) {
    ++application->lost;
  }
}

void begin(const char* kind, const char* name, std::uint32_t kokkos_id, std::uint64_t* id) {
  *id = 0;
  with_log([&](Log& log) { *id = log.begin_kernel(kind, name, device_of(kokkos_id)); });
}

void end(std::uint64_t id) {
  const Clock::time_point now = Clock::now();
  with_log([&](Log& log) { log.end(id, now); });
}

void write(const Application& ended) {
  if (ended.lost > 0)
    say("the log lacks " + std::to_string(ended.lost) + " calls, for which there was no memory");
  write_log(ended.path, ended.log.text());
}

/// Ends the log with the last Kokkos, or with the process.
void finish(bool is_exit) {
  if (is_forked()) return;
  std::unique_ptr<Application> ended;
  {
    const Lock lock;
    if (application == nullptr || (--application->kokkos > 0 && !is_exit)) return;
    ended.reset(std::exchange(application, nullptr));
  }
  try {
    write(*ended);
  } catch (const std::exception& error) {
    say(std::string("no log of kernels: ") + error.what());
  }
}

/// Writes the log of an application that exits without finalising Kokkos.
struct AtExit {
  ~AtExit() {
    if (!is_inside)
      finish(true);
    else if (application != nullptr && !is_forked())
      say("no log of kernels: a signal handler ended the application within this library");
  }
} at_exit;

}  // namespace

#define TILEBRIDGE_TOOL extern "C" __attribute__((visibility("default")))

TILEBRIDGE_TOOL void kokkosp_init_library(int, std::uint64_t, std::uint32_t, void*) {
  if (is_forked()) return;
  try {
    const Lock lock;
    if (application != nullptr) ++application->kokkos;
    if (application == nullptr) application = new Application;
  } catch (const std::exception& error) {
    say(std::string("no log of kernels: ") + error.what());
  }
}
TILEBRIDGE_TOOL void kokkosp_finalize_library() { finish(false); }

TILEBRIDGE_TOOL void kokkosp_begin_parallel_for(const char* name, std::uint32_t device,
                                                std::uint64_t* id) {
  begin("for", name, device, id);
}
TILEBRIDGE_TOOL void kokkosp_end_parallel_for(std::uint64_t id) { end(id); }
TILEBRIDGE_TOOL void kokkosp_begin_parallel_reduce(const char* name, std::uint32_t device,
                                                   std::uint64_t* id) {
  begin("reduce", name, device, id);
}
TILEBRIDGE_TOOL void kokkosp_end_parallel_reduce(std::uint64_t id) { end(id); }
TILEBRIDGE_TOOL void kokkosp_begin_parallel_scan(const char* name, std::uint32_t device,
                                                 std::uint64_t* id) {
  begin("scan", name, device, id);
}
TILEBRIDGE_TOOL void kokkosp_end_parallel_scan(std::uint64_t id) { end(id); }

TILEBRIDGE_TOOL void kokkosp_begin_deep_copy(SpaceHandle to_space, const char* to, const void*,
                                             SpaceHandle from_space, const char* from, const void*,
                                             std::uint64_t bytes) {
  with_log([&](Log& log) { log.begin_copy(to_space, to, from_space, from, bytes); });
}
TILEBRIDGE_TOOL void kokkosp_end_deep_copy() {
  const Clock::time_point now = Clock::now();
  with_log([&](Log& log) { log.end_copy(now); });
}
TILEBRIDGE_TOOL void kokkosp_allocate_data(SpaceHandle, const char* name, const void*,
                                           std::uint64_t bytes) {
  with_log([&](Log& log) { log.allocated(name, bytes); });
}

TILEBRIDGE_TOOL void kokkosp_begin_fence(const char* name, std::uint32_t, std::uint64_t* id) {
  *id = 0;
  with_log([&](Log& log) { *id = log.begin_fence(name); });
}
TILEBRIDGE_TOOL void kokkosp_end_fence(std::uint64_t id) { end(id); }

}  // namespace tilebridge::tools
