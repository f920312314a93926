// SPDX-License-Identifier: Apache-2.0
#include "results/targets.hpp"

#include <algorithm>

#include "access/warp.hpp"

namespace tilebridge {
namespace {

constexpr Target memory_throughput = {"memory throughput", Bound::above, 80};
constexpr Target active_warps = {"active warps", Bound::above, 50};
constexpr Target unused_loads = {"loaded and not used", Bound::below, 5};
constexpr Target bank_conflicts = {"bank conflicts", Bound::at_most, 0};

std::optional<double> unused_percent(const Counters& counters) {
  const auto used = counters.of(Counter::global_load_bytes_per_sector);
  if (!used) return std::nullopt;
  return std::max(0.0, 100 * (1 - *used / sector_bytes));
}

/// Of loads and stores together; absent where shared memory is not used.
std::optional<double> conflict_percent(const Counters& counters) {
  const double wavefronts = counters.of(Counter::shared_load_wavefronts).value_or(0) +
                            counters.of(Counter::shared_store_wavefronts).value_or(0);
  if (wavefronts == 0) return std::nullopt;
  const double conflicts = counters.of(Counter::shared_load_bank_conflicts).value_or(0) +
                           counters.of(Counter::shared_store_bank_conflicts).value_or(0);
  return 100 * conflicts / wavefronts;
}

}  // namespace

bool TargetCheck::met() const {
  switch (target.bound) {
    case Bound::above:
      return percent > target.percent;
    case Bound::below:
      return percent < target.percent;
    case Bound::at_most:
      return percent <= target.percent;
  }
  return false;
}

std::vector<TargetCheck> check_targets(const Counters& counters) {
  std::vector<TargetCheck> checks;
  const auto add = [&](const Target& target, std::optional<double> percent) {
    if (percent) checks.push_back({target, *percent});
  };
  add(memory_throughput, counters.of(Counter::memory_throughput_percent));
  add(active_warps, counters.of(Counter::warps_active_percent));
  add(unused_loads, unused_percent(counters));
  add(bank_conflicts, conflict_percent(counters));
  return checks;
}

}  // namespace tilebridge
