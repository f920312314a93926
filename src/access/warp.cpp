// SPDX-License-Identifier: Apache-2.0
#include "access/warp.hpp"

#include <algorithm>

namespace tilebridge {
namespace {

void keep_distinct(std::vector<std::int64_t>& values) {
  if (!std::is_sorted(values.begin(), values.end())) std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
}

/// These lanes, as far as they exist; `base` is added to their numbers.
WarpAccess part_of(const WarpAccess& access, const std::vector<int>& lanes, std::size_t base) {
  WarpAccess part{{}, access.bytes, access.operation};
  for (const int lane : lanes) {
    const std::size_t at = base + static_cast<std::size_t>(lane);
    if (at < access.addresses.size()) part.addresses.push_back(access.addresses[at]);
  }
  return part;
}

WarpAccess joined(WarpAccess first, const WarpAccess& second) {
  first.addresses.insert(first.addresses.end(), second.addresses.begin(), second.addresses.end());
  return first;
}

/// Whether every lane requests the same as the lane whose number differs in `bit`, or one of the
/// two is inactive.
bool asks_alike(const WarpAccess& access, std::size_t bit) {
  const auto& addresses = access.addresses;
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const std::size_t other = lane ^ bit;
    const bool both_ask =
        other < addresses.size() && addresses[lane] != inactive && addresses[other] != inactive;
    if (both_ask && addresses[lane] != addresses[other]) return false;
  }
  return true;
}

double use_of(const WarpAccess& access, int moved_bytes) {
  return moved_bytes > 0 ? static_cast<double>(access.bytes_used()) / moved_bytes : 0;
}

Turn turn_of(const WarpAccess& part) {
  Turn turn{std::vector<std::vector<std::int64_t>>(banks)};
  for (const std::int64_t word : blocks_touched(part, bank_bytes))
    turn.words[static_cast<std::size_t>(word % banks)].push_back(word);
  return turn;
}

}  // namespace

int WarpAccess::active_lanes() const {
  return static_cast<int>(std::count_if(addresses.begin(), addresses.end(),
                                        [](std::int64_t address) { return address != inactive; }));
}

std::int64_t WarpAccess::bytes_asked() const { return std::int64_t{active_lanes()} * bytes; }

std::int64_t WarpAccess::bytes_used() const {
  const int grain = std::min(bytes, bank_bytes);
  return static_cast<std::int64_t>(blocks_touched(*this, grain).size()) * grain;
}

WarpAccess strided(std::int64_t first, std::int64_t stride, int bytes, int lanes) {
  WarpAccess access{{}, bytes};
  for (std::int64_t lane = 0; lane < lanes; ++lane)
    access.addresses.push_back(first + lane * stride);
  return access;
}

std::vector<std::int64_t> blocks_touched(const WarpAccess& access, int unit) {
  std::vector<std::int64_t> touched;
  touched.reserve(access.addresses.size() * static_cast<std::size_t>(access.bytes / unit + 1));
  for (const std::int64_t address : access.addresses) {
    if (address == inactive) continue;
    const std::int64_t last = (address + access.bytes - 1) / unit;
    for (std::int64_t block = address / unit; block <= last; ++block) touched.push_back(block);
  }
  keep_distinct(touched);
  return touched;
}

int segments(const WarpAccess& access, const Architecture& on) {
  return static_cast<int>(blocks_touched(access, on.line_bytes).size());
}

int sectors(const WarpAccess& access, const Architecture& on) {
  return static_cast<int>(blocks_touched(access, on.unit_bytes).size());
}

int bursts(const WarpAccess& access, const Architecture& on) {
  return static_cast<int>(blocks_touched(access, on.memory_bytes).size());
}

double use_of_sectors(const WarpAccess& access, const Architecture& on) {
  return use_of(access, sectors(access, on) * on.unit_bytes);
}

double use_of_bursts(const WarpAccess& access, const Architecture& on) {
  return use_of(access, bursts(access, on) * on.memory_bytes);
}

int Turn::degree() const {
  std::size_t most = 0;
  for (const auto& of_bank : words) most = std::max(most, of_bank.size());
  return static_cast<int>(most);
}

std::vector<Turn> turns(const WarpAccess& access, const Architecture& on) {
  const Phases& phases = on.phases(access.bytes, access.operation);
  const bool may_merge = on.merges_phases && access.bytes > bank_bytes;
  std::vector<Turn> result;
  for (std::size_t base = 0; base < access.addresses.size();
       base += static_cast<std::size_t>(on.lanes))
    for (std::size_t i = 0; i < phases.size(); ++i) {
      const WarpAccess part = part_of(access, phases[i], base);
      if (part.addresses.empty()) continue;
      const WarpAccess both = may_merge && i + 1 < phases.size()
                                  ? joined(part, part_of(access, phases[i + 1], base))
                                  : part;
      const bool together = may_merge && (asks_alike(both, 1) || asks_alike(both, 2));
      result.push_back(turn_of(together ? both : part));
      if (together) ++i;
    }
  return result;
}

std::vector<std::vector<int>> serving_banks(const WarpAccess& access, const Architecture& on) {
  std::vector<std::vector<int>> by_wavefront;
  for (const Turn& turn : turns(access, on))
    for (std::size_t pass = 0; pass < static_cast<std::size_t>(turn.degree()); ++pass) {
      by_wavefront.emplace_back();
      for (std::size_t bank = 0; bank < turn.words.size(); ++bank)
        if (turn.words[bank].size() > pass) by_wavefront.back().push_back(static_cast<int>(bank));
    }
  return by_wavefront;
}

int conflict_degree(const WarpAccess& access, const Architecture& on) {
  int most = 0;
  for (const Turn& turn : turns(access, on)) most = std::max(most, turn.degree());
  return most;
}

int wavefronts(const WarpAccess& access, const Architecture& on) {
  int sum = 0;
  for (const Turn& turn : turns(access, on)) sum += turn.degree();
  return sum;
}

}  // namespace tilebridge
