// SPDX-License-Identifier: Apache-2.0
// What a comparison could have seen.
#pragma once

#include <optional>

#include "judge/gate.hpp"

namespace tilebridge::judge {

/// The smallest loss of performance that would be called slower with an interval as wide, relative
/// to its median, as that of `change`, which must have figures: 0.053 is 5.3%.
double least_loss_seen(const Change& change);

/// The loss that would be called slower in half of the results, and in nine of ten.
struct Power {
  double half = 0;
  double nine_tenths = 0;
};

/// The power over the results that gate; none if none of them has figures.
std::optional<Power> power_of(const GateReport& report);

/// Whether half of the results that gate could lose more than twice max_slowdown unseen. A loss is
/// seen once its whole interval is beyond the tolerance, so none of max_slowdown alone ever is.
bool is_blind(const GateReport& report);

}  // namespace tilebridge::judge
