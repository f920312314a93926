// SPDX-License-Identifier: Apache-2.0
// Calls a Kokkos Tools library as Kokkos does, for an application that does what its first word
// says:
//
//   application threads|exit|fork|signals|… [LIBRARY [GPU_DRIVER]]
//
// Without LIBRARY the functions are its own.
#include <dlfcn.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <new>
#include <string>
#include <thread>
#include <vector>

namespace {

bool is_out_of_memory = false;
void* library = nullptr;

template <class Function>
Function* function(const char* name) {
  void* const found = ::dlsym(library, name);
  if (found == nullptr) {
    std::fprintf(stderr, "%s\n", ::dlerror());
    std::_Exit(1);
  }
  return reinterpret_cast<Function*>(found);
}

using Begin = void(const char*, std::uint32_t, std::uint64_t*);
using End = void(std::uint64_t);

struct Space {
  char name[64];
};

/// Kokkos looks these functions up when it loads a library.
struct Tool {
  void (*init)(int, std::uint64_t, std::uint32_t, void*) =
      function<void(int, std::uint64_t, std::uint32_t, void*)>("kokkosp_init_library");
  void (*finalize)() = function<void()>("kokkosp_finalize_library");
  Begin* begin_for = function<Begin>("kokkosp_begin_parallel_for");
  End* end_for = function<End>("kokkosp_end_parallel_for");
  Begin* begin_reduce = function<Begin>("kokkosp_begin_parallel_reduce");
  End* end_reduce = function<End>("kokkosp_end_parallel_reduce");
  Begin* begin_fence = function<Begin>("kokkosp_begin_fence");
  End* end_fence = function<End>("kokkosp_end_fence");
  void (*begin_copy)(Space, const char*, const void*, Space, const char*, const void*,
                     std::uint64_t) =
      function<void(Space, const char*, const void*, Space, const char*, const void*,
                    std::uint64_t)>("kokkosp_begin_deep_copy");
  void (*end_copy)() = function<void()>("kokkosp_end_deep_copy");
  void (*allocate)(Space, const char*, const void*, std::uint64_t) =
      function<void(Space, const char*, const void*, std::uint64_t)>("kokkosp_allocate_data");
};

const Tool* tool = nullptr;

/// Kokkos numbers execution spaces, devices and instances so.
std::uint32_t kokkos_id(std::uint32_t space, std::uint32_t device, std::uint32_t instance) {
  return space << 24U | device << 17U | instance;
}
constexpr std::uint32_t serial = 0;
constexpr std::uint32_t cuda = 2;

void kernel(const std::string& name, std::uint32_t id = kokkos_id(serial, 0, 1)) {
  std::uint64_t call = 0;
  tool->begin_for(name.c_str(), id, &call);
  tool->end_for(call);
}

void start() { tool->init(0, 20240906, 0, nullptr); }

void launch(std::uint32_t thread) {
  constexpr int launches = 5000;
  for (int i = 0; i < launches; ++i) {
    std::uint64_t fence = 0;
    std::uint64_t outer = 0;
    kernel("shared by all threads", kokkos_id(serial, 0, thread));
    kernel("of thread " + std::to_string(thread));
    tool->begin_reduce("sum", kokkos_id(serial, 0, thread), &outer);
    tool->begin_fence("mine", 0, &fence);
    tool->end_fence(fence);
    tool->end_reduce(outer);
    tool->begin_copy({"Host"}, "x", nullptr, {"Host"}, "y", nullptr, 8);
    kernel("part of the copy");
    tool->end_copy();
    tool->allocate({"Host"}, "tmp", nullptr, 64);
  }
}

void threads() {
  std::vector<std::thread> all;
  start();
  for (std::uint32_t thread = 1; thread <= 8; ++thread) all.emplace_back(launch, thread);
  for (std::thread& thread : all) thread.join();
  tool->finalize();
}

/// While a copy is open in the main thread, kernels of another one are not part of it.
void copy_elsewhere() {
  start();
  kernel("first");
  tool->begin_copy({"Host"}, "x", nullptr, {"Host"}, "y", nullptr, 8);
  tool->begin_copy({"Host"}, "inner", nullptr, {"Host"}, "y", nullptr, 8);
  std::thread([] { kernel("meanwhile"); }).join();
  tool->end_copy();
  kernel("part of the copy");
  tool->end_copy();
  tool->finalize();
}

/// While other threads launch.
void exit_without_finalize() {
  start();
  kernel("first");
  for (std::uint32_t thread = 1; thread <= 4; ++thread)
    std::thread([thread] {
      while (true) launch(thread);
    }).detach();
  ::usleep(10000);
  std::exit(0);
}

int end_of(pid_t child) {
  int status = -1;
  ::waitpid(child, &status, 0);
  return status;
}

/// One child finalises Kokkos, another one exits.
void forked() {
  start();
  kernel("before");
  std::thread other([] { launch(1); });
  const pid_t finalizing = ::fork();
  if (finalizing == 0) {
    kernel("of the child");
    tool->finalize();
    std::_Exit(0);
  }
  const pid_t exiting = ::fork();
  if (exiting == 0) std::exit(0);
  const int statuses = end_of(finalizing) + end_of(exiting);
  other.join();
  tool->finalize();
  if (statuses != 0) std::_Exit(1);
}

volatile std::sig_atomic_t signals = 0;

/// A handler that interrupts the library and calls it.
void from_handlers() {
  start();
  struct sigaction action = {};
  action.sa_handler = [](int) {
    std::uint64_t call = 0;
    tool->begin_for("of a handler", 0, &call);
    tool->end_for(call);
    signals = signals + 1;
  };
  ::sigaction(SIGALRM, &action, nullptr);
  const itimerval often = {{0, 100}, {0, 100}};
  ::setitimer(ITIMER_REAL, &often, nullptr);
  while (signals < 200) kernel("interrupted");
  const itimerval never = {};
  ::setitimer(ITIMER_REAL, &never, nullptr);
  tool->finalize();
}

void out_of_memory() {
  start();
  const bool is_shared = ::dlsym(library, "_Znwm") != nullptr;  // not with -static-libstdc++
  if (!is_shared) std::_Exit(77);
  kernel("first");
  is_out_of_memory = true;
  std::uint64_t call = 0;
  tool->begin_for("another kernel, whose name has to be kept", 0, &call);
  tool->end_for(call);
  tool->begin_copy({"Host"}, "x", nullptr, {"Host"}, "y", nullptr, 8);
  tool->end_copy();
  is_out_of_memory = false;
  tool->finalize();
}

/// Its log has some 400 KiB.
void many_names() {
  start();
  for (int i = 0; i < 2000; ++i) kernel("a kernel of the application, number " + std::to_string(i));
  tool->finalize();
}

/// Kernels end in another order than they began, or not at all, and others never began.
void unmatched() {
  std::uint64_t calls[3] = {};
  tool->begin_for("before the library is initialised", 0, &calls[0]);
  tool->end_for(calls[0]);
  start();
  tool->begin_for("first", kokkos_id(serial, 0, 1), &calls[0]);
  tool->begin_for("second", kokkos_id(serial, 0, 2), &calls[1]);
  tool->begin_for("never ends", kokkos_id(serial, 0, 3), &calls[2]);
  tool->end_for(calls[0]);
  tool->end_for(calls[1]);
  tool->end_for(calls[1]);
  tool->end_for(4711);
  tool->end_copy();
  tool->finalize();
  kernel("after the end");
  tool->finalize();
}

/// Two copies of Kokkos in one process.
void twice() {
  start();
  start();
  kernel("of both");
  tool->finalize();
  kernel("of the other");
  tool->finalize();
}

void on_gpus() {
  start();
  kernel("force", kokkos_id(cuda, 0, 1));
  kernel("force", kokkos_id(cuda, 1, 2));
  kernel("unpack", kokkos_id(serial, 0, 1));
  tool->finalize();
}

}  // namespace

// GCC 12 takes inlined ones for a mismatch of malloc() and delete.
#define NOT_INLINE __attribute__((noinline))

NOT_INLINE void* operator new(std::size_t size) {
  void* const memory = is_out_of_memory ? nullptr : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
NOT_INLINE void operator delete(void* memory) noexcept { std::free(memory); }
NOT_INLINE void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

int main(int count, char** words) {
  const std::map<std::string, void (*)()> applications = {{"threads", threads},
                                                          {"copy_elsewhere", copy_elsewhere},
                                                          {"exit", exit_without_finalize},
                                                          {"fork", forked},
                                                          {"handlers", from_handlers},
                                                          {"out_of_memory", out_of_memory},
                                                          {"many_names", many_names},
                                                          {"unmatched", unmatched},
                                                          {"twice", twice},
                                                          {"gpus", on_gpus}};
  if (count < 2 || !applications.contains(words[1])) return 2;
  if (count > 3 && ::dlopen(words[3], RTLD_NOW | RTLD_LOCAL) == nullptr) return 2;
  library = ::dlopen(count > 2 ? words[2] : nullptr, RTLD_NOW | RTLD_GLOBAL);
  if (library == nullptr) return 2;
  static const Tool loaded;
  tool = &loaded;
  applications.at(words[1])();
  return 0;
}
