// SPDX-License-Identifier: Apache-2.0
#include "measure/host_pool.hpp"

#include <algorithm>
#include <bit>

#include "base/error.hpp"

namespace tilebridge::measure {
namespace {

/// Few sizes, so that most requests find an unused block: eight per power of two.
std::size_t size_class(std::size_t bytes) {
  constexpr std::size_t least = 4096;
  constexpr std::size_t per_doubling = 8;
  const std::size_t wanted = std::max(bytes, least);
  const std::size_t step = std::max(std::bit_floor(wanted), least) / per_doubling;
  return (wanted + step - 1) / step * step;
}

}  // namespace

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
