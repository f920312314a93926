// SPDX-License-Identifier: Apache-2.0
// libtilebridge_tools.so, which any Kokkos application loads (KOKKOS_TOOLS_LIBS): counts and times
// its kernels, and the copies, allocations and fences between them, by name, and writes a log when
// it ends. `tilebridge kernels` shows it. The functions and their signatures are those of the
// Kokkos Tools interface.
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
#include <optional>
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

using TimesByName = std::map<std::string, Times>;

nlohmann::ordered_json to_json(const Times& times) {
  return {{"calls", times.calls},
          {"seconds", times.seconds},
          {"least", times.least},
          {"bytes", times.bytes}};
}

nlohmann::ordered_json to_json(const TimesByName& all) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const auto& [name, times] : all) {
    nlohmann::ordered_json json = {{"name", name}};
    json.update(to_json(times));
    list.push_back(json);
  }
  return list;
}

/// "x_host -> x, Host to Cuda", or "Scalar -> x" for what is filled.
std::string name_of_copy(const SpaceHandle& to_space, const char* to, const SpaceHandle& from_space,
                         const char* from) {
  const std::string names = std::string(from) + " -> " + to;
  const std::string spaces = std::string(from_space.name) + " to " + to_space.name;
  return spaces.starts_with("(none)") ? names : names + ", " + spaces;
}

/// "x" of "Kokkos::View::initialization [x]" and what may follow; nothing of other kernels.
std::optional<std::string> view_filled_by(std::string_view kernel) {
  constexpr std::string_view begin = "Kokkos::View::initialization [";
  const std::size_t end = kernel.rfind(']');
  if (!kernel.starts_with(begin) || end == std::string_view::npos) return std::nullopt;
  return std::string(kernel.substr(begin.size(), end - begin.size()));
}

class Log {
 public:
  /// What a copy launches is part of it, and a View's initialisation of its allocation.
  std::uint64_t begin_kernel(const char* kind, const char* name) {
    if (copy_) return none;
    if (const auto view = view_filled_by(name))
      return has_run_kernel_ ? begin(fills_[*view]) : none;
    has_run_kernel_ = true;
    return begin(kernels_[{kind, name}]);
  }
  std::uint64_t begin_fence(std::string_view name) {
    const bool is_for_a_tool = name.starts_with("Kokkos::Tools");  // such as this one
    if (is_for_a_tool || copy_ || !has_run_kernel_) return none;
    return begin(fences_[std::string(name)]);
  }
  void end(std::uint64_t id) {
    const auto found = open_.find(id);
    if (found == open_.end()) return;
    found->second.first->add(since(found->second.second));
    open_.erase(found);
  }

  void begin_copy(std::string name, std::uint64_t bytes) {
    copy_ = Copy{std::move(name), bytes, Clock::now()};
  }
  /// What an application does before its first kernel it does once.
  void end_copy() {
    if (copy_ && has_run_kernel_) copies_[copy_->name].add(since(copy_->began), copy_->bytes);
    copy_.reset();
  }
  void allocated(const char* name, std::uint64_t bytes) {
    if (has_run_kernel_) allocations_[name].add(0, bytes);
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
  static constexpr std::uint64_t none = 0;

  struct Copy {
    std::string name;
    std::uint64_t bytes;
    Clock::time_point began;
  };

  static double since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

  /// Entries of a map stay where they are.
  std::uint64_t begin(Times& times) {
    open_[++last_] = {&times, Clock::now()};
    return last_;
  }

  std::string text() const {
    nlohmann::ordered_json kernels = nlohmann::ordered_json::array();
    for (const auto& [kernel, times] : kernels_) {
      nlohmann::ordered_json json = {{"kind", kernel.first}, {"name", kernel.second}};
      json.update(to_json(times));
      kernels.push_back(json);
    }
    TimesByName allocations = allocations_;
    for (auto& [name, times] : allocations)
      if (const auto fill = fills_.find(name); fill != fills_.end())
        times.seconds = fill->second.seconds;
    const nlohmann::ordered_json json = {{"tilebridge_kernels", 2},
                                         {"seconds", since(began_)},
                                         {"kernels", kernels},
                                         {"deep_copies", to_json(copies_)},
                                         {"allocations", to_json(allocations)},
                                         {"fences", to_json(fences_)}};
    // Names are the application's, in whatever bytes.
    return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
  }

  Clock::time_point began_ = Clock::now();
  std::uint64_t last_ = none;
  std::map<std::uint64_t, std::pair<Times*, Clock::time_point>> open_;
  std::map<std::pair<std::string, std::string>, Times> kernels_;
  TimesByName copies_, allocations_, fences_;
  TimesByName fills_;  // of allocations
  std::optional<Copy> copy_;
  bool has_run_kernel_ = false;
};

Log* application = nullptr;

void begin(const char* kind, const char* name, std::uint64_t* id) {
  *id = application == nullptr ? 0 : application->begin_kernel(kind, name);
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

TILEBRIDGE_TOOL void kokkosp_begin_deep_copy(SpaceHandle to_space, const char* to, const void*,
                                             SpaceHandle from_space, const char* from, const void*,
                                             std::uint64_t bytes) {
  if (application != nullptr)
    application->begin_copy(name_of_copy(to_space, to, from_space, from), bytes);
}
TILEBRIDGE_TOOL void kokkosp_end_deep_copy() {
  if (application != nullptr) application->end_copy();
}
TILEBRIDGE_TOOL void kokkosp_allocate_data(SpaceHandle, const char* name, const void*,
                                           std::uint64_t bytes) {
  if (application != nullptr) application->allocated(name, bytes);
}

TILEBRIDGE_TOOL void kokkosp_begin_fence(const char* name, std::uint32_t, std::uint64_t* id) {
  *id = application == nullptr ? 0 : application->begin_fence(name);
}
TILEBRIDGE_TOOL void kokkosp_end_fence(std::uint64_t id) { end(id); }
