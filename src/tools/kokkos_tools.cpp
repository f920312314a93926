// SPDX-License-Identifier: Apache-2.0
// libtilebridge_tools.so, which any Kokkos application loads (KOKKOS_TOOLS_LIBS): counts and times
// its kernels by name, and what happens between them, and writes a log when it ends. `tilebridge
// kernels` shows it. The functions and their signatures are those of the Kokkos Tools interface.
//
// Kokkos waits for a kernel's end before it tells a tool (unless another tool declines that), so
// times are of whole kernels, and an application in which kernels overlap is slower than without.
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>

namespace {

using Clock = std::chrono::steady_clock;

/// As Kokkos passes it.
struct SpaceHandle {
  char name[64];
};

struct Times {
  std::uint64_t calls = 0;
  double seconds = 0;
  double least = 0;
  std::uint64_t bytes = 0;

  void add(double took, std::uint64_t moved = 0) {
    least = calls == 0 || took < least ? took : least;
    ++calls;
    seconds += took;
    bytes += moved;
  }
};

nlohmann::ordered_json to_json(const Times& times) {
  return {{"calls", times.calls},
          {"seconds", times.seconds},
          {"least", times.least},
          {"bytes", times.bytes}};
}

class Log {
 public:
  std::uint64_t begin(const char* kind, const char* name) {
    // A View's initialisation belongs to its allocation.
    has_run_kernel_ |= !std::string_view(name).starts_with("Kokkos::View::initialization");
    open_[++last_] = {{kind, name}, Clock::now()};
    return last_;
  }
  void end(std::uint64_t id) {
    const auto found = open_.find(id);
    if (found == open_.end()) return;
    kernels_[found->second.first].add(since(found->second.second));
    open_.erase(found);
  }

  void begin_copy(std::uint64_t bytes) {
    copy_bytes_ = bytes;
    copy_began_ = Clock::now();
  }
  /// What an application does before its first kernel it does once.
  void end_copy() {
    if (has_run_kernel_) copies_.add(since(copy_began_), copy_bytes_);
  }
  void allocated(std::uint64_t bytes) {
    if (has_run_kernel_) allocations_.add(0, bytes);
  }

  std::uint64_t begin_fence(std::string_view name) {
    if (name.starts_with("Kokkos::Tools")) return 0;  // for a tool, such as this one
    fences_open_[++last_] = Clock::now();
    return last_;
  }
  void end_fence(std::uint64_t id) {
    const auto found = fences_open_.find(id);
    if (found == fences_open_.end()) return;
    if (has_run_kernel_) fences_.add(since(found->second));
    fences_open_.erase(found);
  }

  /// Says where it is, or why it is not.
  void write() const {
    const char* asked = std::getenv("TILEBRIDGE_KERNELS");
    const std::string path =
        asked != nullptr ? asked : "tilebridge-kernels-" + std::to_string(::getpid()) + ".json";
    std::ofstream file(path);
    file << text();
    std::cerr << (file.flush().good() ? "tilebridge: kernels in '" + path +
                                            "'; tilebridge kernels " + path + " shows them\n"
                                      : "tilebridge: cannot write '" + path +
                                            "'; name another file with TILEBRIDGE_KERNELS\n");
  }

 private:
  static double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  std::string text() const {
    nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
    for (const auto& [kernel, times] : kernels_) {
      nlohmann::ordered_json json = {{"kind", kernel.first}, {"name", kernel.second}};
      json.update(to_json(times));
      kernels.push_back(json);
    }
    const nlohmann::ordered_json json = {{"tilebridge_kernels", 1},
                                         {"seconds", since(began_)},
                                         {"kernels", kernels},
                                         {"deep_copies", to_json(copies_)},
                                         {"allocations", to_json(allocations_)},
                                         {"fences", to_json(fences_)}};
    // Names are the application's, in whatever bytes.
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }

  Clock::time_point began_ = Clock::now();
  std::uint64_t last_ = 0;
  std::map<std::uint64_t, std::pair<std::pair<std::string, std::string>, Clock::time_point>> open_;
  std::map<std::uint64_t, Clock::time_point> fences_open_;
  std::map<std::pair<std::string, std::string>, Times> kernels_;
  Times copies_, allocations_, fences_;
  std::uint64_t copy_bytes_ = 0;
  Clock::time_point copy_began_;
  bool has_run_kernel_ = false;
};

Log* application = nullptr;

void begin(const char* kind, const char* name, std::uint64_t* id) {
  *id = application == nullptr ? 0 : application->begin(kind, name);
}
void end(std::uint64_t id) {
  if (application != nullptr) application->end(id);
}

}  // namespace

#define TILEBRIDGE_TOOL extern "C" __attribute__((visibility("default")))

TILEBRIDGE_TOOL void kokkosp_init_library(int, std::uint64_t, std::uint32_t, void*) {
  application = new Log;
}
TILEBRIDGE_TOOL void kokkosp_finalize_library() {
  if (application != nullptr) application->write();
  delete std::exchange(application, nullptr);
}

TILEBRIDGE_TOOL void kokkosp_begin_parallel_for(const char* name, std::uint32_t,
                                                std::uint64_t* id) {
  begin("for", name, id);
}
TILEBRIDGE_TOOL void kokkosp_end_parallel_for(std::uint64_t id) { end(id); }
TILEBRIDGE_TOOL void kokkosp_begin_parallel_reduce(const char* name, std::uint32_t,
                                                   std::uint64_t* id) {
  begin("reduce", name, id);
}
TILEBRIDGE_TOOL void kokkosp_end_parallel_reduce(std::uint64_t id) { end(id); }
TILEBRIDGE_TOOL void kokkosp_begin_parallel_scan(const char* name, std::uint32_t,
                                                 std::uint64_t* id) {
  begin("scan", name, id);
}
TILEBRIDGE_TOOL void kokkosp_end_parallel_scan(std::uint64_t id) { end(id); }

TILEBRIDGE_TOOL void kokkosp_begin_deep_copy(SpaceHandle, const char*, const void*, SpaceHandle,
                                             const char*, const void*, std::uint64_t bytes) {
  if (application != nullptr) application->begin_copy(bytes);
}
TILEBRIDGE_TOOL void kokkosp_end_deep_copy() {
  if (application != nullptr) application->end_copy();
}
TILEBRIDGE_TOOL void kokkosp_allocate_data(SpaceHandle, const char*, const void*,
                                           std::uint64_t bytes) {
  if (application != nullptr) application->allocated(bytes);
}

TILEBRIDGE_TOOL void kokkosp_begin_fence(const char* name, std::uint32_t, std::uint64_t* id) {
  *id = application == nullptr ? 0 : application->begin_fence(name);
}
TILEBRIDGE_TOOL void kokkosp_end_fence(std::uint64_t id) {
  if (application != nullptr) application->end_fence(id);
}
