// SPDX-License-Identifier: Apache-2.0
// A device as measuring sees it. Implemented once per platform, in backends/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/arrays.hpp"
#include "catalogue/terms.hpp"

namespace tilebridge::kernels {

/// Enqueues the work of one case on the platform's queue, once, and returns without waiting.
using Launch = std::function<void()>;

/// The queue of work that is prepared now.
using CurrentQueue = std::function<void*()>;

/// A line of the device listing: a limit under the vendor's name.
struct DeviceLimit {
  std::string name;
  std::string value;  // with its unit
};

struct DeviceInfo {
  std::string name;
  std::string architecture;  // "sm_90"; the instruction set on a host
  std::string driver;        // "" if there is none
  std::string runtime;       // "CUDA 13.0"; "" if there is none
  std::string pci_bus;       // "" if there is none
  std::string uuid;          // of this very device: "GPU-…"; "" if it has none
  std::size_t memory_bytes = 0;
  std::size_t cache_bytes = 0;       // the last level
  int units = 0;                     // SMs, or threads on a host
  double clock_hz = 0;               // the highest the vendor states; 0 if unknown
  double datasheet_bytes_per_s = 0;  // from memory clock and bus width; 0 if unknown
  double datasheet_flops = 0;        // fp32, from units and clock; 0 if unknown
  double timer_resolution_s = 0;     // the smallest difference between samples; 0 if unknown
  std::vector<DeviceLimit> limits;
};

/// The load that other processes put on a device.
struct DeviceLoad {
  int processes = 0;
  double utilised = 0;  // the share of the last second or less in which kernels ran
};

struct SampleOptions {
  int repeats = 1;  // launches between the two timestamps
  /// Before the first launch, so many times the size of the last-level cache is read, so that it
  /// holds nothing else; 0 leaves the caches as they are.
  int flush_times = 0;
  /// Empty launches ahead of the sample. The front end of a GPU fetches commands in bursts, so the
  /// time of a short kernel depends on how many came before it.
  int lead = 0;
  /// Keep the queue waiting until everything is enqueued. A launch that itself waits for the device
  /// would wait for that too.
  bool hold = true;
};

/// A piece of memory on the device.
struct Region {
  const void* at;
  std::size_t bytes;
};

/// How a launch behaved beside its result.
struct Conduct {
  /// It changed memory before the queue came to it.
  bool began_early = false;
  /// Memory changed after the queue had finished it.
  bool outlived = false;
  /// The device was not idle once the queue had finished it, or the host was kept from asking: a
  /// platform cannot tell the two from a single launch.
  bool seemed_busy = false;
};

struct Sample {
  double seconds = 0;       // for one launch, by the device's clock where it has one
  double wall_seconds = 0;  // the same by the host's clock, where nothing was held; else 0
  /// The processor's clock around the sample, if the platform can tell.
  std::optional<double> clock_hz;
  /// The device started before the host had enqueued everything: the time includes waiting for the
  /// host.
  bool started_early = false;
};

/// Owns its queue. All memory comes from allocate() and is freed with its Allocation.
class PlatformDevice {
 public:
  PlatformDevice() = default;
  PlatformDevice(const PlatformDevice&) = delete;
  PlatformDevice& operator=(const PlatformDevice&) = delete;
  virtual ~PlatformDevice() = default;

  virtual const DeviceInfo& info() const = 0;
  virtual std::size_t free_bytes() const = 0;
  /// Whether memory that was given back makes kernels slower for a while.
  virtual bool slows_after_free() const { return false; }
  /// Waits until memory is as fast as it was: what launches allocate themselves may have been given
  /// back.
  virtual void settle() {}

  using Allocation = std::shared_ptr<void>;
  /// 256-byte aligned. Throws UsageError if there is not enough memory.
  virtual Allocation allocate(std::size_t bytes, Space space) = 0;
  Allocation allocate(std::size_t bytes) { return allocate(bytes, Space::device); }
  /// Copies to and from memory of any space.
  virtual void upload(void* to, const void* from, std::size_t bytes) = 0;
  virtual void download(void* to, const void* from, std::size_t bytes) = 0;
  virtual void fill(void* to, unsigned char byte, std::size_t bytes) = 0;
  /// A 64-bit hash of memory of any space.
  virtual std::uint64_t digest(const void* at, std::size_t bytes) = 0;

  /// The queue of work that is prepared now, a cudaStream_t or hipStream_t; null on a host.
  virtual void* queue() const { return nullptr; }
  /// Waits for the queue and changes to the next one: launches must be prepared anew.
  virtual void change_queue() {}
  /// Waits for the queue. Throws std::runtime_error if anything on it failed.
  virtual void synchronize() = 0;
  virtual Sample sample(const Launch& launch, const SampleOptions& options) = 0;
  /// Enqueues a kernel that does nothing; false, and nothing, if the platform has none.
  virtual bool launch_nothing() { return false; }
  /// Launches once and returns how its kernels were launched, the first of them if they are many;
  /// none where the platform cannot tell.
  virtual LaunchShapes launch_and_record(const Launch& launch) {
    launch();
    return {};
  }
  /// Launches once and watches `outputs`, which lie in device memory: the launch may change them
  /// only in its turn on the queue, and nothing may change them after that.
  virtual Conduct launch_watched(const Launch& launch, const std::vector<Region>& outputs) = 0;
  /// Launches once, marked as `range` for the vendor's profiler; just launches if the platform has
  /// no profiler.
  virtual void profiled(const std::string& /*range*/, const Launch& launch) { launch(); }

  /// Returns what throttled the clock since the last call, in the vendor's words; empty if nothing
  /// did or the platform cannot tell.
  virtual std::vector<std::string> throttle_reasons() { return {}; }
};

}  // namespace tilebridge::kernels
