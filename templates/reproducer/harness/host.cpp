// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <new>

#include "backends/host/native.hpp"
#include "backends/kokkos/session.hpp"
#include "harness/device.hpp"

namespace reproducer {
namespace {

using tilebridge::kernels::Registry;

/// Twice the largest cache that the system knows of.
std::size_t flushed_bytes() {
  const long known = std::max(::sysconf(_SC_LEVEL3_CACHE_SIZE), ::sysconf(_SC_LEVEL2_CACHE_SIZE));
  return 2 * static_cast<std::size_t>(std::max(known, 1L << 20));
}

class Host final : public Device {
 public:
  std::string name() const override {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
      if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
    return "this processor";
  }

  Memory allocate(std::size_t bytes, Space /*space*/) override {
    constexpr std::size_t alignment = 256;
    const std::size_t rounded = (bytes / alignment + 1) * alignment;
    void* const at = std::aligned_alloc(alignment, rounded);
    if (at == nullptr) throw std::bad_alloc();
    return {at, [](void* p) { std::free(p); }};
  }
  void copy(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }

  void add_native(Registry& registry) override {
    tilebridge::host::NativeKernels native(registry, tilebridge::kokkos::host_threads());
    tilebridge::host::add_all(native);
  }
  void add_kokkos(Registry& registry) override { tilebridge::kokkos::add_host(registry); }

  void run(const Launch& launch) override { launch(); }
  double seconds_of(const Launch& launch) override {
    using Clock = std::chrono::steady_clock;
    flush();
    const Clock::time_point start = Clock::now();
    launch();
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

 private:
  void flush() {
    unsigned sum = 0;
    for (std::size_t i = 0; i < flushed_.size(); i += 64) sum += flushed_[i];
    sum_ = sum;
  }

  std::string flushed_ = std::string(flushed_bytes(), '1');
  volatile unsigned sum_ = 0;  // keeps the reads alive
};

}  // namespace

std::unique_ptr<Device> open_device() { return std::make_unique<Host>(); }

}  // namespace reproducer
