// SPDX-License-Identifier: Apache-2.0
// The console table of hardware counters.
#pragma once

#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// Whether any model of any case was profiled.
bool is_profile(const Results& results);

/// At most 120 columns: for every case and model its global-memory requests and sectors, bytes used
/// per sector, hit rates in L1 and L2, DRAM traffic, shared-memory wavefronts, active warps,
/// registers and the most common stall reasons.
std::string profile_table(const Results& results);

struct CheckReport {
  std::string text;  // how many counts agree, and which do not
  bool native_differs = false;
};

/// Compares the access model's counts with the hardware's.
CheckReport check_report(const Results& results);

}  // namespace tilebridge
