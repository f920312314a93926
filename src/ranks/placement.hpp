// SPDX-License-Identifier: Apache-2.0
// Which device a rank takes, and whether it has it for itself.
#pragma once

#include <vector>

#include "ranks/ranks.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// The device, counted from 0, of a rank that sees `visible` of them. Where a launcher or
/// CUDA_VISIBLE_DEVICES left one, that; of several the one of its local rank. Throws UsageError for
/// a rank that comes too late for one, unless devices may be shared.
int device_for(const Ranks& ranks, int visible, bool may_share);

/// Throws UsageError where two ranks have the same PCI bus id on the same host. Ranks that failed,
/// and devices without a PCI bus id, do not count.
void check_not_shared(const std::vector<RankInfo>& ranks);

}  // namespace tilebridge
