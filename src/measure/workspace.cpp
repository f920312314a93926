// SPDX-License-Identifier: Apache-2.0
#include "measure/workspace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

GuardedArray::GuardedArray(kernels::PlatformDevice& device, const ArraySpec& spec)
    : spec_(spec), allocation_(device.allocate(spec.bytes + 2 * guard_bytes, spec.space)) {
  write_guards(device);
}

void* GuardedArray::at() const { return offset(allocation_.get(), guard_bytes); }

bool GuardedArray::is_intact(kernels::PlatformDevice& device) const {
  return holds_guard(device, allocation_.get()) && holds_guard(device, offset(at(), spec_.bytes));
}

void GuardedArray::write_guards(kernels::PlatformDevice& device) const {
  device.fill(allocation_.get(), guard, guard_bytes);
  device.fill(offset(at(), spec_.bytes), guard, guard_bytes);
}

Workspace::Workspace(const PlannedCase& planned, kernels::PlatformDevice& device, HostPool& pool,
                     std::uint64_t seed, Draw draw)
    : planned_(planned),
      specs_(planned.variant->problem->arrays(planned.parameters)),
      device_(device),
      host_(specs_, seed, draw, [&](std::size_t bytes) { return pool.take(bytes); }),
      random_(seed) {
  arrays_.reserve(specs_.size());
  for (const ArraySpec& spec : specs_) {
    const GuardedArray& array = arrays_.emplace_back(device, spec);
    pointers_.set(spec.name, array.at());
    upload(array);
  }
}

void Workspace::upload(const GuardedArray& array) {
  const ArraySpec& spec = array.spec();
  if (spec.role != Role::input) return;
  device_.upload(array.at(), host_.bytes(spec.name).data(), spec.bytes);
  if (spec.space == Space::device) digests_[spec.name] = device_.digest(array.at(), spec.bytes);
}

void Workspace::reset_outputs() {
  for (const GuardedArray& array : arrays_) {
    const ArraySpec& spec = array.spec();
    if (spec.role != Role::output) continue;
    if (spec.begins_as.empty())
      device_.fill(array.at(), poison, spec.bytes);
    else
      device_.upload(array.at(), pointers_.get<void>(spec.begins_as), spec.bytes);
  }
}

void Workspace::download_outputs() {
  for (const GuardedArray& array : arrays_)
    if (array.spec().role == Role::output)
      device_.download(host_.bytes(array.spec().name).data(), array.at(), array.spec().bytes);
}

void Workspace::move() {
  constexpr std::size_t unit = std::size_t{64} << 10U;
  constexpr std::size_t most_units = 256;
  const auto largest =
      std::max_element(specs_.begin(), specs_.end(),
                       [](const ArraySpec& a, const ArraySpec& b) { return a.bytes < b.bytes; });
  if (device_.free_bytes() < largest->bytes + 2 * most_units * unit) return;
  // The allocator gives what was freed last again first, so something else takes its place.
  spacer_ = device_.allocate(unit * (1 + random_() % most_units));
  for (GuardedArray& array : arrays_) {
    if (array.spec().space != Space::device) continue;
    GuardedArray moved(device_, array.spec());
    device_.upload(moved.at(), array.at(), array.spec().bytes);
    array = std::move(moved);
    pointers_.set(array.spec().name, array.at());
  }
}

bool Workspace::is_changed(const GuardedArray& array) const {
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
