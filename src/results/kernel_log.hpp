// SPDX-License-Identifier: Apache-2.0
// The log of a Kokkos application, as libtilebridge_tools.so (backends/kokkos/tools/) wrote it
// down.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace tilebridge {

struct CallTimes {
  std::uint64_t calls = 0;
  double seconds = 0;  // of all calls
  double least = 0;    // of the shortest
  std::uint64_t bytes = 0;

  double mean() const { return calls == 0 ? 0 : seconds / static_cast<double>(calls); }
};

struct LoggedKernel {
  std::string name;
  std::string kind;  // "for", "reduce", "scan"
  CallTimes times;
  std::string space = {};  // "Cuda", as Kokkos names it
};

/// A device that kernels ran on.
struct LoggedDevice {
  std::string space;
  std::string name;  // "NVIDIA H200"; "" for processors, and where it is not known

  /// The name that result files have for it: "cuda", "hip", "host", or the space where no result
  /// file can have it.
  std::string platform() const;
};

struct LoggedCalls {
  std::string name;  // a fence's, an allocated View's, "from -> to, Host to Cuda" of a copy
  CallTimes times;
};

/// Copies, allocations and fences are those after the first kernel. What a copy launches and waits
/// for is in its time; an allocation's time is that of filling its View.
struct KernelLog {
  double seconds = 0;  // from Kokkos's initialisation to its end
  std::vector<LoggedDevice> devices;
  std::vector<LoggedKernel> kernels;
  std::vector<LoggedCalls> deep_copies;
  std::vector<LoggedCalls> allocations;
  std::vector<LoggedCalls> fences;
};

/// Throws UsageError, one line with the path, for a file that cannot be read or is none.
KernelLog read_kernel_log(const std::filesystem::path& path);

}  // namespace tilebridge
