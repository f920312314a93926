// SPDX-License-Identifier: Apache-2.0
#include "measure/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <iterator>
#include <limits>
#include <string>
#include <utility>

#include "base/error.hpp"
#include "measure/ceilings.hpp"

namespace tilebridge::measure {
namespace {

std::string in_GiB(std::size_t bytes) {
  return fmt::format("{:.2f} GiB", static_cast<double>(bytes) / static_cast<double>(1ULL << 30));
}

/// Memory shared by host and device is kept small: more of it than the device has can hang a GPU.
void check_shared(const PlannedCase& planned, const kernels::PlatformDevice& device) {
  const auto specs = planned.variant->problem->arrays(planned.parameters);
  const std::size_t shared = total_bytes(specs, Space::managed) + total_bytes(specs, Space::pinned);
  const std::size_t most = device.free_bytes() / 4;
  if (shared > most)
    throw UsageError(fmt::format(
        "{} needs {} of memory that host and device share, at most a quarter of the device's free "
        "memory ({}) is used; choose a smaller size with --set",
        planned.label(), in_GiB(shared), in_GiB(most)));
}

/// Few sizes, so that most requests find an unused block: eight per power of two.
std::size_t size_class(std::size_t bytes) {
  constexpr std::size_t least = 4096;
  constexpr std::size_t per_doubling = 8;
  const std::size_t wanted = std::max(bytes, least);
  const std::size_t step = std::max(std::bit_floor(wanted), least) / per_doubling;
  return (wanted + step - 1) / step * step;
}

}  // namespace

std::size_t host_available_bytes() {
  const std::string name = "MemAvailable:";
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with(name)) return std::stoull(line.substr(name.size())) * 1024;
  return std::numeric_limits<std::size_t>::max();
}

void check_memory(const std::vector<PlannedCase>& cases, const kernels::PlatformDevice& device) {
  const auto most = largest(cases);
  // The flush buffer and the libraries' workspaces are needed in addition.
  const std::size_t on_device =
      most.first + longest_flush * device.info().cache_bytes + (std::size_t{64} << 20U);
  const auto check = [&](const char* where, std::size_t needed, std::size_t available) {
    if (needed > available)
      throw UsageError(
          fmt::format("{} needs {} of {} memory, {} is available; choose a smaller size with --set",
                      most.second->label(), in_GiB(needed), where, in_GiB(available)));
  };
  check("device", on_device, device.free_bytes());
  check("host", most.first, host_available_bytes());
  for (const PlannedCase& planned : cases) check_shared(planned, device);
}

HostPool::HostPool(kernels::PlatformDevice& device, std::size_t most_bytes)
    : device_(device), most_bytes_(most_bytes) {}

HostPool::Block HostPool::take(std::size_t bytes) {
  const std::size_t size = size_class(bytes);
  const auto found = unused_->lower_bound(size);
  const bool fits = found != unused_->end() && found->first <= 2 * size;
  const std::size_t taken = fits ? found->first : size;
  kernels::PlatformDevice::Allocation memory = fits ? std::move(found->second) : allocate(size);
  if (fits) unused_->erase(found);
  auto* const at = static_cast<std::byte*>(memory.get());
  return {at, [unused = unused_, taken, memory = std::move(memory)](std::byte*) {
            unused->emplace(taken, memory);
          }};
}

kernels::PlatformDevice::Allocation HostPool::allocate(std::size_t size) {
  while (!unused_->empty() && bytes_ + size > most_bytes_) {
    const auto largest = std::prev(unused_->end());
    bytes_ -= largest->first;
    unused_->erase(largest);
  }
  bytes_ += size;
  try {
    return device_.allocate(size, Space::pinned);
  } catch (const UsageError&) {  // a limit on page-locked memory
    return device_.allocate(size, Space::pageable);
  }
}

}  // namespace tilebridge::measure
