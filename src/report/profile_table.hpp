// SPDX-License-Identifier: Apache-2.0
// The console table of hardware counters.
#pragma once

#include <string>

#include "results/results.hpp"

namespace tilebridge {

/// Whether any model of any case was profiled.
bool is_profile(const Results& results);

/// At most 120 columns: for every case and model its requests and sectors of global memory, bytes
/// used of a sector, hits in L1 and L2, traffic of DRAM, wavefronts of shared memory, warps active,
/// registers and what warps wait for most.
std::string profile_table(const Results& results);

struct CheckReport {
  std::string text;  // how many counts agree, and those that do not
  bool native_differs = false;
};

/// The access model's counts against the hardware's.
CheckReport check_report(const Results& results);

}  // namespace tilebridge
