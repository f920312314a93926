// SPDX-License-Identifier: Apache-2.0
// Which device a rank takes, and whether it has that device to itself.
#pragma once

#include <string>
#include <vector>

#include "results/results.hpp"
#include "run/ranks.hpp"

namespace tilebridge::run {

/// The device, counted from 0, for a rank that sees `visible` of them. If a launcher or
/// CUDA_VISIBLE_DEVICES left only one, that one; otherwise the one numbered like its local rank.
/// Throws UsageError if there are fewer devices than ranks on the host, unless devices may be
/// shared.
int device_for(const Ranks& ranks, int visible, bool may_share);

/// Throws UsageError if two ranks have the same PCI bus id on the same host. Ranks that failed, and
/// devices without a PCI bus id, do not count.
void check_not_shared(const std::vector<RankInfo>& ranks);

std::string host_name();

}  // namespace tilebridge::run
