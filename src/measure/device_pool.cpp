// SPDX-License-Identifier: Apache-2.0
#include "measure/device_pool.hpp"

#include <algorithm>

namespace tilebridge::measure {
namespace {

constexpr std::size_t unit = std::size_t{64} << 10U;
/// A place begins up to 16 MiB from an end of the gap that it is cut from.
constexpr std::size_t most_units = 256;

std::size_t whole_units(std::size_t bytes) {
  return (std::max<std::size_t>(bytes, 1) + unit - 1) / unit * unit;
}

}  // namespace

DevicePool::DevicePool(kernels::PlatformDevice& device, std::uint64_t seed)
    : device_(device), random_(seed) {}

std::size_t DevicePool::bytes() const {
  std::size_t sum = 0;
  for (const auto& slab : slabs_) sum += slab->bytes;
  return sum;
}

void DevicePool::add_slab(std::size_t bytes) {
  slabs_.push_back(std::make_shared<Slab>(device_.allocate(bytes), bytes));
}

void DevicePool::reserve(std::size_t bytes) {
  const std::size_t wanted = std::min(bytes, device_.free_bytes() / 2) / unit * unit;
  if (device_.slows_after_free() && wanted > this->bytes()) add_slab(wanted);
}

/// The gaps between taken places that have so many bytes.
std::vector<DevicePool::Gap> DevicePool::gaps(std::size_t bytes) const {
  std::vector<Gap> found;
  for (const auto& slab : slabs_) {
    std::size_t begin = 0;
    const auto add_until = [&](std::size_t end) {
      if (end - begin >= bytes) found.push_back({slab, begin, end - begin});
    };
    for (const auto& [offset, taken] : slab->taken) {
      add_until(offset);
      begin = offset + taken;
    }
    add_until(slab->bytes);
  }
  return found;
}

DevicePool::Allocation DevicePool::take_elsewhere(std::size_t bytes) {
  if (device_.free_bytes() < bytes + 2 * most_units * unit) return nullptr;
  // The allocator gives what was freed last again first, so something else takes its place.
  spacer_ = device_.allocate(unit * (1 + random_() % most_units));
  return device_.allocate(bytes);
}

DevicePool::Allocation DevicePool::take_free(std::size_t bytes) {
  if (!device_.slows_after_free()) return take_elsewhere(bytes);
  const std::size_t size = whole_units(bytes);
  const std::vector<Gap> possible = gaps(size);
  if (possible.empty()) return nullptr;
  const Gap& gap = possible[random_() % possible.size()];
  // Near an end, so that what is left of the gap stays in one piece.
  const std::size_t spare = (gap.bytes - size) / unit;
  const std::size_t shift = random_() % (std::min(spare, most_units) + 1) * unit;
  const bool from_end = random_() % 2 == 1;
  const std::size_t offset = gap.offset + (from_end ? gap.bytes - size - shift : shift);
  gap.slab->taken.emplace(offset, size);
  return {static_cast<std::byte*>(gap.slab->memory.get()) + offset,
          [slab = gap.slab, offset](void*) { slab->taken.erase(offset); }};
}

DevicePool::Allocation DevicePool::take(std::size_t bytes) {
  if (!device_.slows_after_free()) return device_.allocate(bytes);
  if (Allocation found = take_free(bytes)) return found;
  const std::size_t spacious = whole_units(bytes) + most_units * unit;
  if (device_.free_bytes() < spacious)
    std::erase_if(slabs_, [](const auto& slab) { return slab->taken.empty(); });
  add_slab(device_.free_bytes() < spacious ? whole_units(bytes) : spacious);
  return take_free(bytes);
}

}  // namespace tilebridge::measure
