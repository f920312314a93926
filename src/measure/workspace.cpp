// SPDX-License-Identifier: Apache-2.0
#include "measure/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tilebridge::measure {
namespace {

constexpr unsigned char guard = 0xa5;
/// Arrays keep the alignment of a page on either side.
constexpr std::size_t guard_bytes = 4096;

std::byte* offset(void* base, std::size_t bytes) { return static_cast<std::byte*>(base) + bytes; }

bool holds_guard(kernels::PlatformDevice& device, const void* at) {
  std::array<unsigned char, guard_bytes> bytes{};
  device.download(bytes.data(), at, bytes.size());
  return std::all_of(bytes.begin(), bytes.end(), [](unsigned char byte) { return byte == guard; });
}

}  // namespace

GuardedArray::GuardedArray(kernels::PlatformDevice& device, const ArraySpec& spec,
                           kernels::PlatformDevice::Allocation allocation)
    : spec_(spec), allocation_(std::move(allocation)) {
  write_guards(device);
}

std::size_t GuardedArray::guarded_bytes(const ArraySpec& spec) {
  return spec.bytes + 2 * guard_bytes;
}

void* GuardedArray::at() const { return offset(allocation_.get(), guard_bytes); }

bool GuardedArray::is_intact(kernels::PlatformDevice& device) const {
  return holds_guard(device, allocation_.get()) && holds_guard(device, offset(at(), spec_.bytes));
}

void GuardedArray::write_guards(kernels::PlatformDevice& device) const {
  device.fill(allocation_.get(), guard, guard_bytes);
  device.fill(offset(at(), spec_.bytes), guard, guard_bytes);
}

Workspace::Workspace(const PlannedCase& planned, kernels::PlatformDevice& device,
                     HostPool& host_pool, DevicePool& pool, std::uint64_t seed, Draw draw)
    : planned_(planned),
      specs_(planned.variant->problem->arrays(planned.parameters)),
      device_(device),
      pool_(pool),
      host_(specs_, seed, draw, [&](std::size_t bytes) { return host_pool.take(bytes); }),
      random_(seed) {
  arrays_.reserve(specs_.size());
  for (const ArraySpec& spec : specs_) {
    const GuardedArray& array = arrays_.emplace_back(device, spec, memory_for(spec));
    pointers_.set(spec.name, array.at());
    upload(array);
  }
}

kernels::PlatformDevice::Allocation Workspace::memory_for(const ArraySpec& spec) {
  const std::size_t bytes = GuardedArray::guarded_bytes(spec);
  return spec.space == Space::device ? pool_.take(bytes) : device_.allocate(bytes, spec.space);
}

void Workspace::upload(const GuardedArray& array) {
  const ArraySpec& spec = array.spec();
  if (spec.role != Role::input) return;
  device_.upload(array.at(), host_.bytes(spec.name).data(), spec.bytes);
  if (spec.space == Space::device) digests_[spec.name] = device_.digest(array.at(), spec.bytes);
}

void Workspace::reset(const GuardedArray& output) {
  const ArraySpec& spec = output.spec();
  if (spec.begins_as.empty())
    device_.fill(output.at(), poison, spec.bytes);
  else
    device_.upload(output.at(), pointers_.get<void>(spec.begins_as), spec.bytes);
}

void Workspace::reset_outputs() {
  for (const GuardedArray& array : arrays_)
    if (array.spec().role == Role::output) reset(array);
}

void Workspace::reset_outputs_on_device() {
  for (const GuardedArray& array : arrays_)
    if (array.spec().role == Role::output && array.spec().space == Space::device) reset(array);
}

std::vector<kernels::Region> Workspace::outputs_on_device() const {
  std::vector<kernels::Region> regions;
  for (const GuardedArray& array : arrays_)
    if (array.spec().role == Role::output && array.spec().space == Space::device)
      regions.push_back({array.at(), array.spec().bytes});
  return regions;
}

bool Workspace::are_outputs_untouched() const {
  bool found = false;
  for (const GuardedArray& array : arrays_) {
    const ArraySpec& spec = array.spec();
    if (spec.role != Role::output || spec.space != Space::device || spec.bytes == 0) continue;
    if (!spec.begins_as.empty() || device_.digest(array.at(), spec.bytes) != poisoned(spec.bytes))
      return false;
    found = true;
  }
  return found;
}

/// The digest of so many bytes of poison.
std::uint64_t Workspace::poisoned(std::size_t bytes) const {
  const auto known = poisoned_.find(bytes);
  if (known != poisoned_.end()) return known->second;
  const auto memory = pool_.take(bytes);
  device_.fill(memory.get(), poison, bytes);
  return poisoned_[bytes] = device_.digest(memory.get(), bytes);
}

void Workspace::perform(const Exchange& exchange) {
  const GuardedArray& array = arrays_[exchange.array];
  const std::size_t size = array.spec().exchangeable;
  const std::span<std::byte> bytes = host_.bytes(array.spec().name);
  const auto element = [&](std::size_t i) { return bytes.subspan(i * size, size); };
  std::ranges::swap_ranges(element(exchange.first), element(exchange.second));
  for (const std::size_t i : {exchange.first, exchange.second})
    device_.upload(offset(array.at(), i * size), element(i).data(), size);
}

void Workspace::exchange_inputs() {
  for (std::size_t i = 0; i < arrays_.size(); ++i) {
    const ArraySpec& spec = arrays_[i].spec();
    const bool is_possible = spec.role == Role::input && spec.space == Space::device &&
                             spec.exchangeable > 0 && spec.bytes > spec.exchangeable;
    if (!is_possible) continue;
    const std::size_t elements = spec.bytes / spec.exchangeable;
    exchanges_.push_back({i, random_() % elements, random_() % elements});
    perform(exchanges_.back());
    version_ = ++versions_;
  }
  host_.forget_made();
}

void Workspace::restore_inputs() {
  if (exchanges_.empty()) return;
  for (auto last = exchanges_.rbegin(); last != exchanges_.rend(); ++last) perform(*last);
  exchanges_.clear();
  version_ = 0;
  host_.forget_made();
}

void Workspace::download_outputs() {
  for (const GuardedArray& array : arrays_)
    if (array.spec().role == Role::output)
      device_.download(host_.bytes(array.spec().name).data(), array.at(), array.spec().bytes);
}

void Workspace::move() {
  for (GuardedArray& array : arrays_) {
    const ArraySpec& spec = array.spec();
    if (spec.space != Space::device) continue;
    auto memory = pool_.take_free(GuardedArray::guarded_bytes(spec));
    if (!memory) continue;
    GuardedArray moved(device_, spec, std::move(memory));
    device_.upload(moved.at(), array.at(), spec.bytes);
    device_.fill(array.at(), poison, spec.bytes);
    array = std::move(moved);
    pointers_.set(array.spec().name, array.at());
  }
}

/// Known of inputs as they were drawn.
bool Workspace::is_changed(const GuardedArray& array) const {
  if (version_ != 0) return false;
  const auto digest = digests_.find(array.spec().name);
  return digest != digests_.end() &&
         device_.digest(array.at(), array.spec().bytes) != digest->second;
}

std::string Workspace::damage() {
  std::string found;
  for (const GuardedArray& array : arrays_) {
    if (is_changed(array)) {
      found = fmt::format("it changed the input '{}'", array.spec().name);
      upload(array);
    }
    if (!array.is_intact(device_)) {
      found = fmt::format("it wrote beyond the array '{}'", array.spec().name);
      array.write_guards(device_);
    }
  }
  return found;
}

std::uint64_t Workspace::digest_of_outputs() const {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15U;
  std::uint64_t digest = 0;
  for (const GuardedArray& array : arrays_)
    if (array.spec().role == Role::output)
      digest = odd * digest + device_.digest(array.at(), array.spec().bytes);
  return digest;
}

}  // namespace tilebridge::measure
