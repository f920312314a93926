// SPDX-License-Identifier: Apache-2.0
// A device whose samples are what the test says, and whose memory is the host's.
#pragma once

#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>

#include "base/error.hpp"
#include "kernels/platform.hpp"
#include "measure/digest.hpp"

namespace tilebridge {

class FakeDevice : public kernels::PlatformDevice {
 public:
  /// sample() returns this; it is asked with the launch's time in seconds, as its launch() left it.
  std::function<kernels::Sample(double seconds, const kernels::SampleOptions&)> respond =
      [](double seconds, const kernels::SampleOptions&) {
        return kernels::Sample{seconds, 0, 1.98e9, false};
      };
  std::function<LaunchShapes()> launches_of = [] { return LaunchShapes(); };  // asked after one
  double launched_seconds = 0;                                                // set by a launch
  int samples = 0;
  int queue_changes = 0;
  std::map<std::size_t, int> downloads;  // by their bytes
  std::size_t free = std::size_t{1} << 30;
  std::size_t allocated = 0;  // bytes, now
  bool has_pinned = true;
  bool is_broken = false;        // by a launch
  bool slows = false;            // after memory was given back
  int settled = 0;               // how often it was waited for
  std::size_t watched = 0;       // arrays, in the last watched launch
  kernels::Conduct conduct;      // of every watched launch
  std::deque<bool> seemed_busy;  // of the next watched launches; then false
  kernels::DeviceInfo described;

  const kernels::DeviceInfo& info() const override { return described; }
  std::size_t free_bytes() const override { return free; }
  using kernels::PlatformDevice::allocate;
  Allocation allocate(std::size_t bytes, Space space) override {
    if (space == Space::pinned && !has_pinned) throw UsageError("no page-locked memory");
    allocated += bytes;
    auto* const at = static_cast<char*>(std::malloc(bytes + 1));
    live_[at] = bytes;
    return {at, [this, bytes](void* p) {
              allocated -= bytes;
              live_.erase(static_cast<char*>(p));
              freed_.emplace_back(p, &std::free);
            }};
  }
  /// Whether the address is one of memory that is allocated now.
  bool holds(const void* address) const {
    auto after = live_.upper_bound(static_cast<const char*>(address));
    return after != live_.begin() && address < std::prev(after)->first + std::prev(after)->second;
  }
  void upload(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    ++downloads[bytes];
    std::memcpy(to, from, bytes);
  }
  void fill(void* to, unsigned char byte, std::size_t bytes) override {
    std::memset(to, byte, bytes);
  }
  std::uint64_t digest(const void* at, std::size_t bytes) override {
    return measure::digest_of({static_cast<const std::byte*>(at), bytes});
  }
  void change_queue() override { ++queue_changes; }
  void synchronize() override {
    if (is_broken) throw PlatformError("an illegal memory access");
  }
  LaunchShapes launch_and_record(const kernels::Launch& launch) override {
    launch();
    return launches_of();
  }
  kernels::Conduct launch_watched(const kernels::Launch& launch,
                                  const std::vector<kernels::Region>& outputs) override {
    watched = outputs.size();
    launch();
    kernels::Conduct seen = conduct;
    if (!seemed_busy.empty()) {
      seen.seemed_busy = seemed_busy.front();
      seemed_busy.pop_front();
    }
    return seen;
  }
  bool slows_after_free() const override { return slows; }
  void settle() override { ++settled; }
  kernels::Sample sample(const kernels::Launch& launch,
                         const kernels::SampleOptions& options) override {
    ++samples;
    for (int i = 0; i < options.repeats; ++i) launch();
    return respond(launched_seconds, options);
  }

 private:
  std::map<const char*, std::size_t> live_;                         // bytes by address
  std::vector<std::unique_ptr<void, decltype(&std::free)>> freed_;  // no address is used again
};

}  // namespace tilebridge
