// SPDX-License-Identifier: Apache-2.0
#include "judge/power.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tilebridge::judge {

double least_loss_seen(const Change& change) {
  const double width = change.performance.high / change.performance.median;
  return 1 - (1 - change.tolerance) / width;
}

std::optional<Power> power_of(const GateReport& report) {
  std::vector<double> losses;
  for (const Change& change : report.changes)
    if (report.gates(change) && change.judgement != Judgement::invalid)
      losses.push_back(least_loss_seen(change));
  if (losses.empty()) return std::nullopt;
  std::sort(losses.begin(), losses.end());
  const auto at_share = [&](double share) {
    const double count = std::ceil(share * static_cast<double>(losses.size()));
    return losses[static_cast<std::size_t>(count) - 1];
  };
  return Power{at_share(0.5), at_share(0.9)};
}

bool is_blind(const GateReport& report) {
  const auto power = power_of(report);
  return power && power->half > 2 * report.options.max_slowdown;
}

}  // namespace tilebridge::judge
