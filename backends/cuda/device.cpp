// SPDX-License-Identifier: Apache-2.0
#include "backends/cuda/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "backends/cuda/cuda.hpp"
#include "backends/cuda/description.hpp"
#include "backends/cuda/launches.hpp"
#include "backends/cuda/nvml.hpp"
#include "backends/cuda/profiler.hpp"
#include "backends/cuda/timing_kernels.hpp"
#include "base/error.hpp"
#include "measure/digest.hpp"

namespace tilebridge::cuda {
namespace {

using SteadyClock = std::chrono::steady_clock;

class CudaDevice final : public kernels::PlatformDevice {
 public:
  explicit CudaDevice(int index) : info_(describe(index)), nvml_(info_.pci_bus) {
    info_.driver = nvml_.driver_version();
    check(cudaSetDevice(index), "choosing the device");
    for (cudaStream_t& stream : streams_)
      check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "creating a stream");
    check(cudaEventCreate(&start_), "creating an event");
    check(cudaEventCreate(&stop_), "creating an event");
    check(cudaMallocHost(&clocks_, 2 * sizeof(ClockReading)), "allocating pinned memory");
  }

  ~CudaDevice() override {
    cudaFreeHost(clocks_);
    cudaEventDestroy(stop_);
    cudaEventDestroy(start_);
    for (const cudaStream_t stream : streams_) cudaStreamDestroy(stream);
  }

  void* queue() const override { return stream(); }
  const kernels::DeviceInfo& info() const override { return info_; }

  std::size_t free_bytes() const override {
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "asking for free device memory");
    return free;
  }

  bool slows_after_free() const override { return true; }

  /// Reads until that is as fast as it ever was, for at most 100 ms.
  void settle() override {
    constexpr float steady = 1.05F;
    constexpr std::chrono::milliseconds longest{100};
    const auto start = SteadyClock::now();
    if (fastest_read_ == 0) fastest_read_ = time_of_reading();
    float latest = 0;
    do {
      latest = time_of_reading();
      fastest_read_ = std::min(fastest_read_, latest);
    } while (latest > steady * fastest_read_ && SteadyClock::now() - start < longest);
  }

  using kernels::PlatformDevice::allocate;
  Allocation allocate(std::size_t bytes, Space space) override {
    const std::size_t size = ceil_div(std::max<std::size_t>(bytes, 1), alignment) * alignment;
    void* pointer = nullptr;
    switch (space) {
      case Space::device:
        check_allocation(cudaMalloc(&pointer, size), size, "device");
        return {pointer, [](void* p) { cudaFree(p); }};
      case Space::managed:
        check_allocation(cudaMallocManaged(&pointer, size), size, "managed");
        return {pointer, [](void* p) { cudaFree(p); }};
      case Space::pinned:
        check_allocation(cudaMallocHost(&pointer, size), size, "pinned host");
        return {pointer, [](void* p) { cudaFreeHost(p); }};
      case Space::pageable:
        pointer = std::aligned_alloc(alignment, size);
        if (pointer == nullptr)
          throw UsageError(fmt::format(
              "cannot allocate {} bytes of host memory; choose a smaller size with --set", size));
        return {pointer, [](void* p) { std::free(p); }};
    }
    throw std::logic_error("no such space");
  }

  void upload(void* to, const void* from, std::size_t bytes) override {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream()), "uploading");
    synchronize();
  }
  void download(void* to, const void* from, std::size_t bytes) override {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream()), "downloading");
    synchronize();
  }
  void fill(void* to, unsigned char byte, std::size_t bytes) override {
    if (lies_on_device(to)) {
      check(cudaMemsetAsync(to, byte, bytes, stream()), "filling device memory");
      return;
    }
    synchronize();  // queued work may still write there
    std::memset(to, byte, bytes);
  }

  void change_queue() override {
    synchronize();
    std::rotate(streams_.begin(), streams_.begin() + 1, streams_.end());
  }

  void synchronize() override {
    check(cudaGetLastError(), "launching");
    check(cudaStreamSynchronize(stream()), "running");
  }

  std::uint64_t digest(const void* at, std::size_t bytes) override {
    if (!lies_on_device(at)) {
      synchronize();  // queued work may still write there
      return measure::digest_of({static_cast<const std::byte*>(at), bytes});
    }
    if (!digest_) digest_ = allocate(sizeof(std::uint64_t));
    auto* const sum = static_cast<unsigned long long*>(digest_.get());
    put_digest(stream(), at, bytes, sum);
    std::uint64_t digest = 0;
    download(&digest, sum, sizeof(digest));
    return digest;
  }

  bool launch_nothing() override {
    do_nothing(stream());
    return true;
  }

  kernels::Sample sample(const kernels::Launch& launch,
                         const kernels::SampleOptions& options) override {
    forget_preferences(stream());
    for (int i = 0; i < options.lead; ++i) do_nothing(stream());
    if (options.flush_times > 0) flush_cache(options.flush_times);
    if (!options.hold) return sample_at_once(launch, options.repeats);
    const auto queueing = SteadyClock::now();
    hold(stream(), hold_nanoseconds_, &clocks_[0]);
    check(cudaEventRecord(start_, stream()), "recording an event");
    for (int i = 0; i < options.repeats; ++i) launch();
    check(cudaEventRecord(stop_, stream()), "recording an event");
    const bool early = cudaEventQuery(start_) == cudaSuccess;
    cudaGetLastError();  // "not ready" is the expected result
    adapt_hold(early, SteadyClock::now() - queueing);
    hold(stream(), shortest_hold_nanoseconds / 4, &clocks_[1]);
    note_throttling_now_and_then();
    synchronize();
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start_, stop_), "reading the events");
    return {1e-3 * milliseconds / options.repeats, 0, slower_clock(), early};
  }

  LaunchShapes launch_and_record(const kernels::Launch& launch) override {
    return recorded(launch);
  }

  kernels::Conduct launch_watched(const kernels::Launch& launch,
                                  const std::vector<kernels::Region>& outputs) override {
    constexpr long long delay_nanoseconds = 2'000'000;
    constexpr std::chrono::milliseconds afterwards{1};
    constexpr std::chrono::milliseconds idle{1};  // an idle device answers in a microsecond
    const std::vector<std::uint64_t> asked = digests_of(outputs);
    const std::size_t n = outputs.size();
    const Allocation sums = allocate(std::max<std::size_t>(2 * n, 1) * sizeof(std::uint64_t));
    auto* const sum = static_cast<unsigned long long*>(sums.get());
    hold(stream(), delay_nanoseconds, &clocks_[0]);
    put_digests(outputs, sum);
    launch();
    put_digests(outputs, sum + n);
    synchronize();
    const auto start = SteadyClock::now();
    check(cudaDeviceSynchronize(), "running");
    const bool seemed_busy = SteadyClock::now() - start > idle;
    std::vector<std::uint64_t> before(n), behind(n);
    download(before.data(), sum, n * sizeof(std::uint64_t));
    download(behind.data(), sum + n, n * sizeof(std::uint64_t));
    std::this_thread::sleep_for(afterwards);
    check(cudaDeviceSynchronize(), "running");
    return {before != asked, behind != digests_of(outputs), seemed_busy};
  }

  void profiled(const std::string& range, const kernels::Launch& launch) override {
    synchronize();
    start_profiler(range);
    launch();
    synchronize();
    stop_profiler();
  }

  std::vector<std::string> throttle_reasons() override { return nvml_.take_throttle_reasons(); }

 private:
  cudaStream_t stream() const { return streams_.front(); }

  std::vector<std::uint64_t> digests_of(const std::vector<kernels::Region>& regions) {
    std::vector<std::uint64_t> digests;
    for (const auto& [at, bytes] : regions) digests.push_back(digest(at, bytes));
    return digests;
  }

  void put_digests(const std::vector<kernels::Region>& regions, unsigned long long* sums) {
    for (const auto& [at, bytes] : regions) put_digest(stream(), at, bytes, sums++);
  }

  static constexpr std::size_t alignment = 256;

  void check_allocation(cudaError_t status, std::size_t bytes, const char* kind) const {
    if (status != cudaErrorMemoryAllocation) return check(status, "allocating memory");
    cudaGetLastError();  // not a sticky error: clear it
    throw UsageError(
        fmt::format("cannot allocate {} bytes of {} memory; the device has {} bytes free: choose a "
                    "smaller size with --set",
                    bytes, kind, free_bytes()));
  }

  static constexpr long long shortest_hold_nanoseconds = 20'000;
  static constexpr long long first_hold_nanoseconds = 50'000;
  static constexpr long long longest_hold_nanoseconds = 5'000'000;

  /// On an idle stream, by both clocks.
  kernels::Sample sample_at_once(const kernels::Launch& launch, int repeats) {
    synchronize();
    const auto start = SteadyClock::now();
    check(cudaEventRecord(start_, stream()), "recording an event");
    for (int i = 0; i < repeats; ++i) launch();
    check(cudaEventRecord(stop_, stream()), "recording an event");
    synchronize();
    const std::chrono::duration<double> took = SteadyClock::now() - start;
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start_, stop_), "reading the events");
    return {1e-3 * milliseconds / repeats, took.count() / repeats, std::nullopt, false};
  }

  /// Holds about twice as long as queueing took, and doubles that after a sample that began early.
  void adapt_hold(bool early, SteadyClock::duration queueing) {
    const long long took = std::chrono::duration_cast<std::chrono::nanoseconds>(queueing).count();
    hold_nanoseconds_ =
        early ? 2 * hold_nanoseconds_ : std::max(hold_nanoseconds_ * 9 / 10, 2 * took);
    hold_nanoseconds_ =
        std::clamp(hold_nanoseconds_, shortest_hold_nanoseconds, longest_hold_nanoseconds);
  }

  /// In hertz, if the readings allow it.
  std::optional<double> slower_clock() const {
    if (clocks_[0].nanoseconds == 0 || clocks_[1].nanoseconds == 0) return std::nullopt;
    const auto hertz = [](const ClockReading& reading) {
      return 1e9 * static_cast<double>(reading.cycles) / static_cast<double>(reading.nanoseconds);
    };
    return std::min(hertz(clocks_[0]), hertz(clocks_[1]));
  }

  /// In milliseconds, of a few readings of twice the last-level cache.
  float time_of_reading() {
    constexpr int readings = 5;
    check(cudaEventRecord(start_, stream()), "recording an event");
    for (int i = 0; i < readings; ++i) flush_cache(2);
    check(cudaEventRecord(stop_, stream()), "recording an event");
    synchronize();
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, start_, stop_), "reading the events");
    return milliseconds;
  }

  /// Fills the L2 cache by reading: writing would leave dirty lines, whose write-back to memory
  /// would fall into the timed kernel.
  void flush_cache(int times) {
    const std::size_t bytes = static_cast<std::size_t>(times) * info_.cache_bytes;
    if (bytes > flush_bytes_) {
      flush_buffer_ = allocate(bytes + sizeof(float));
      flush_bytes_ = bytes;
      fill_with_ones(stream(), static_cast<float*>(flush_buffer_.get()), bytes / sizeof(float) + 1);
    }
    read_all(stream(), static_cast<float*>(flush_buffer_.get()), bytes / sizeof(float));
  }

  void note_throttling_now_and_then() {
    constexpr std::chrono::milliseconds interval{50};
    const auto now = SteadyClock::now();
    if (now - throttling_noted_ < interval) return;
    throttling_noted_ = now;
    nvml_.note_throttling();
  }

  kernels::DeviceInfo info_;
  Nvml nvml_;
  std::array<cudaStream_t, 5> streams_{};  // the first is in use
  cudaEvent_t start_ = nullptr;
  cudaEvent_t stop_ = nullptr;
  ClockReading* clocks_ = nullptr;  // pinned; before and after a sample
  long long hold_nanoseconds_ = first_hold_nanoseconds;
  Allocation flush_buffer_;
  std::size_t flush_bytes_ = 0;  // that it has
  float fastest_read_ = 0;       // milliseconds, of time_of_reading() so far
  Allocation digest_;            // written by digest()
  SteadyClock::time_point throttling_noted_;
};

}  // namespace

std::string why_no_device(int index) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) {
    cudaGetLastError();
    return fmt::format("no {} device: {}", runtime_name, cudaGetErrorString(status));
  }
  if (count == 0) return fmt::format("no {} device: the driver reports none", runtime_name);
  if (index < 0 || index >= count)
    return fmt::format("no {} device {}: there are {}, counted from 0", runtime_name, index, count);
  return "";
}

int device_count() {
  int count = 0;
  if (cudaGetDeviceCount(&count) == cudaSuccess) return count;
  cudaGetLastError();
  return 0;
}

std::optional<kernels::DeviceLoad> load_of(int index) {
  return Nvml(describe(index).pci_bus).load();
}

std::unique_ptr<kernels::PlatformDevice> open_device(int index) {
  const std::string reason = why_no_device(index);
  if (!reason.empty()) throw PlatformError(reason + "; --platform host needs none");
  return std::make_unique<CudaDevice>(index);
}

}  // namespace tilebridge::cuda
