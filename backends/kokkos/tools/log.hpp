// SPDX-License-Identifier: Apache-2.0
// The times of an application's kernels, and of the copies, allocations and fences between them.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_map>
#include <utility>

namespace tilebridge::tools {

/// An execution space and one of its devices. Kokkos appends 17 bits for the instance.
using Device = std::uint32_t;

Device device_of(std::uint32_t kokkos_id);
/// "Cuda", as Kokkos names it.
std::string space_of(Device device);
/// The number that its runtime gives it.
std::uint32_t number_of(Device device);
/// "NVIDIA H200", asked of the driver if the application has loaded it; "" where that is not
/// possible, and for processors.
std::string name_of(Device device);

using Clock = std::chrono::steady_clock;

/// Kokkos passes the name of a memory space so.
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

using TimesByName = std::map<std::string, Times, std::less<>>;

/// Calls come in any order, from one thread at a time. Each thread has its own copies in flight.
class Log {
 public:
  /// A kernel that a copy launches is part of it, and a View's initialisation of its allocation.
  std::uint64_t begin_kernel(const char* kind, std::string_view name, Device device);
  std::uint64_t begin_fence(std::string_view name);
  /// An id of neither is ignored.
  void end(std::uint64_t id, Clock::time_point now);

  /// Copies within a copy are part of it.
  void begin_copy(const SpaceHandle& to_space, const char* to, const SpaceHandle& from_space,
                  const char* from, std::uint64_t bytes);
  void end_copy(Clock::time_point now);
  void allocated(std::string_view name, std::uint64_t bytes);

  /// In JSON.
  std::string text() const;

 private:
  struct Call {
    Times* times;  // entries of a map stay where they are
    Clock::time_point began;
  };
  struct Copy {
    std::string name;
    std::uint64_t bytes;
    int depth;
    Clock::time_point began;
  };

  std::uint64_t begin(Times& times);
  bool is_copying() const;

  Clock::time_point began_ = Clock::now();
  std::uint64_t last_id_ = 0;
  std::unordered_map<std::uint64_t, Call> open_;
  std::map<std::pair<Device, std::string_view>, TimesByName> kernels_;  // of a device and kind
  TimesByName copies_, allocations_, fences_;
  TimesByName fills_;  // of allocations
  std::map<std::thread::id, Copy> copying_;
  bool has_run_kernel_ = false;
};

}  // namespace tilebridge::tools
