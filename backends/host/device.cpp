// SPDX-License-Identifier: Apache-2.0
#include "backends/host/device.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#ifdef __x86_64__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.hpp"
#include "measure/digest.hpp"
#include "measure/memory.hpp"

namespace tilebridge::host {
namespace {

using SteadyClock = std::chrono::steady_clock;

/// The arrays of a device, by address, with their lengths in bytes.
using Arrays = std::map<void*, std::size_t>;

#ifdef __x86_64__
/// Takes the arrays out of all caches line by line, unless reading `instead` bytes, which displace
/// them, takes less time: on a Xeon a line takes as long as reading six, or twelve if it was
/// stored.
bool flush_by_line(const Arrays& arrays, std::size_t instead) {
  std::size_t all = 0;
  for (const auto& [at, bytes] : arrays) all += bytes;
  if (8 * all > instead) return false;
  constexpr std::size_t line = 64;
  for (const auto& [at, bytes] : arrays)
    for (std::size_t i = 0; i < bytes; i += line) _mm_clflush(static_cast<std::byte*>(at) + i);
  _mm_mfence();
  return true;
}
#else
bool flush_by_line(const Arrays& /*arrays*/, std::size_t /*instead*/) { return false; }
#endif

/// The value after "name :" or "name:" in a file of such lines, "" if there is none.
std::string line_of(const char* path, const std::string& name) {
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(name)) continue;
    const std::size_t value = line.find_first_not_of(" \t:", name.size());
    return value == std::string::npos ? "" : line.substr(value);
  }
  return "";
}

std::size_t cache_bytes(int level) {
  const long bytes = ::sysconf(level);
  return bytes > 0 ? static_cast<std::size_t>(bytes) : 0;
}

/// The words of a one-line file, "" if there is none.
std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// "32768K" in bytes; 0 for anything else.
std::size_t bytes_of(const std::string& kib) {
  return kib.ends_with('K') ? std::strtoull(kib.c_str(), nullptr, 10) << 10U : 0;
}

/// Adds up all caches of level 3: processors of several dies have one on each. 0 if unknown.
std::size_t all_last_caches() {
  std::map<std::string, std::size_t> by_sharers;
  for (int cpu = 0;; ++cpu) {
    const std::filesystem::path cache =
        fmt::format("/sys/devices/system/cpu/cpu{}/cache/index3", cpu);
    const std::string sharers = text_of(cache / "shared_cpu_list");
    if (sharers.empty()) break;
    by_sharers[sharers] = bytes_of(text_of(cache / "size"));
  }
  return std::accumulate(by_sharers.begin(), by_sharers.end(), std::size_t{0},
                         [](std::size_t sum, const auto& one) { return sum + one.second; });
}

/// The shortest of many empty samples.
double timer_resolution() {
  std::chrono::duration<double> least(1);
  for (int i = 0; i < 1000; ++i) {
    const auto start = SteadyClock::now();
    least = std::min<std::chrono::duration<double>>(least, SteadyClock::now() - start);
  }
  return least.count();
}

kernels::DeviceInfo describe(int threads) {
  utsname system{};
  ::uname(&system);
  kernels::DeviceInfo info;
  info.name = line_of("/proc/cpuinfo", "model name");
  if (info.name.empty()) info.name = system.machine;
  info.architecture = system.machine;
  info.units = threads;
  info.timer_resolution_s = timer_resolution();
  info.memory_bytes = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
                      static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  info.cache_bytes = std::max({all_last_caches(), cache_bytes(_SC_LEVEL3_CACHE_SIZE),
                               cache_bytes(_SC_LEVEL2_CACHE_SIZE), std::size_t{1} << 20});
  const auto kib = [](std::size_t bytes) { return fmt::format("{} KiB", bytes / 1024); };
  info.limits = {
      {"Processors online", fmt::format("{}", ::sysconf(_SC_NPROCESSORS_ONLN))},
      {"Threads used by both models", fmt::format("{}", threads)},
      {"Cache line", fmt::format("{} bytes", cache_bytes(_SC_LEVEL1_DCACHE_LINESIZE))},
      {"L1 data cache", kib(cache_bytes(_SC_LEVEL1_DCACHE_SIZE))},
      {"L2 cache", kib(cache_bytes(_SC_LEVEL2_CACHE_SIZE))},
      {"L3 cache", kib(cache_bytes(_SC_LEVEL3_CACHE_SIZE))},
  };
  return info;
}

class HostDevice final : public kernels::PlatformDevice {
 public:
  explicit HostDevice(int threads) : info_(describe(threads)) {}

  const kernels::DeviceInfo& info() const override { return info_; }

  /// Half of what is available: the other half is for the copies of inputs and results.
  std::size_t free_bytes() const override { return measure::host_available_bytes() / 2; }

  using kernels::PlatformDevice::allocate;
  Allocation allocate(std::size_t bytes, Space) override {
    constexpr std::size_t alignment = 256;
    const std::size_t rounded =
        (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
    void* pointer = std::aligned_alloc(alignment, rounded);
    if (pointer == nullptr)
      throw UsageError(fmt::format(
          "cannot allocate {} bytes of host memory; choose a smaller size with --set", bytes));
    arrays_->emplace(pointer, rounded);
    return {pointer, [arrays = arrays_](void* p) {
              arrays->erase(p);
              std::free(p);
            }};
  }

  void upload(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void fill(void* to, unsigned char byte, std::size_t bytes) override {
    std::memset(to, byte, bytes);
  }

  std::uint64_t digest(const void* at, std::size_t bytes) override {
    return measure::digest_of({static_cast<const std::byte*>(at), bytes});
  }

  void synchronize() override {}

  kernels::Sample sample(const kernels::Launch& launch,
                         const kernels::SampleOptions& options) override {
    if (options.flush_times > 0) flush_cache(static_cast<std::size_t>(options.flush_times));
    const auto start = SteadyClock::now();
    for (int i = 0; i < options.repeats; ++i) launch();
    const std::chrono::duration<double> took = SteadyClock::now() - start;
    return {took.count() / options.repeats, 0, std::nullopt, false};
  }

  /// A launch has done its work when it returns: a thread that works on is caught by words that it
  /// writes later.
  kernels::Conduct launch_watched(const kernels::Launch& launch,
                                  const std::vector<kernels::Region>& outputs) override {
    constexpr std::chrono::milliseconds afterwards{2};
    launch();
    const std::vector<std::byte> behind = bytes_across(outputs);
    std::this_thread::sleep_for(afterwards);
    return {false, behind != bytes_across(outputs)};
  }

 private:
  /// Bytes at even distances, the last among them: few, so that they are read at once.
  static std::vector<std::byte> bytes_across(const std::vector<kernels::Region>& regions) {
    constexpr std::size_t places = 1024;
    std::vector<std::byte> found;
    for (const auto& [at, bytes] : regions)
      for (std::size_t i = bytes == 0 ? places : 0; i < places; ++i)
        found.push_back(static_cast<const std::byte*>(at)[bytes - 1 - i * (bytes - 1) / places]);
    return found;
  }

  /// Reads so many times the size of all last-level caches, every thread its share, so that nothing
  /// the launch needs remains in them; where that is faster, arrays leave them line by line.
  void flush_cache(std::size_t times) {
    const std::size_t bytes = times * info_.cache_bytes;
    if (flush_by_line(*arrays_, bytes)) return;
    const std::size_t words = bytes / sizeof(std::uint64_t);
    if (words > flush_words_) {
      flush_buffer_ = allocate(words * sizeof(std::uint64_t));
      arrays_->erase(flush_buffer_.get());  // it is no array
      flush_words_ = words;
      std::fill_n(static_cast<std::uint64_t*>(flush_buffer_.get()), words, std::uint64_t{1});
    }
    const auto* word = static_cast<const std::uint64_t*>(flush_buffer_.get());
    constexpr std::size_t line = 64 / sizeof(std::uint64_t);
    std::uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (std::size_t i = 0; i < words; i += line) sum += word[i];
    flushed_ = sum;
  }

  kernels::DeviceInfo info_;
  std::shared_ptr<Arrays> arrays_ = std::make_shared<Arrays>();
  Allocation flush_buffer_;
  std::size_t flush_words_ = 0;         // that it has
  volatile std::uint64_t flushed_ = 0;  // keeps the reads alive
};

}  // namespace

std::unique_ptr<kernels::PlatformDevice> open_device(int threads) {
  return std::make_unique<HostDevice>(threads);
}

}  // namespace tilebridge::host
