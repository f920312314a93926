// SPDX-License-Identifier: Apache-2.0
// Targets for the counters of a kernel that waits for memory.
#pragma once

#include <string_view>
#include <vector>

#include "results/counters.hpp"

namespace tilebridge {

enum class Bound { above, below, at_most };

/// What a counter should be, in %.
struct Target {
  std::string_view what;
  Bound bound = Bound::above;
  double percent = 0;
};

/// A target, and what a case has.
struct TargetCheck {
  Target target;
  double percent = 0;

  bool met() const;
};

/// Memory throughput above 80%, active warps above 50%, less than 5% of what global loads move
/// unused, no bank conflicts: each where the counters have it. Unused is the share of the loads'
/// sectors that no lane requests; conflicts are the share of shared memory's wavefronts that are
/// due to them.
std::vector<TargetCheck> check_targets(const Counters& counters);

}  // namespace tilebridge
