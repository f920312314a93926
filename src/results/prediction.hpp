// SPDX-License-Identifier: Apache-2.0
// The access model's predictions: a time, and counts compared with the hardware's.
#pragma once

#include "access/traffic.hpp"
#include "catalogue/arrays.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// The device properties that the prediction needs besides the measured ceilings.
struct OnChip {
  double cache_bytes = 0;      // L2
  double l1_passes_per_s = 0;  // of all SMs: one per cycle each
};

/// The longest of three times: for the sectors between memory and L2 at the measured read, write or
/// copy rate, for those between L2 and the SMs at L2's rate, and for the passes through L1 and
/// shared memory. An array that fits into L2 is read from memory once. Arithmetic, latency and
/// instructions are not modelled. 0 if a required rate is unknown.
double predicted_seconds(const Traffic& traffic, std::span<const ArraySpec> arrays,
                         const Ceilings& ceilings, const OnChip& device);

/// One quantity of one kernel of a case.
struct CountCheck {
  std::string_view what;  // "load sectors"
  double predicted = 0;
  double counted = 0;

  bool equal() const { return predicted == counted; }
};

/// Sectors of global loads and stores, wavefronts per instruction of shared loads and stores. Empty
/// if the kernel has no prediction that counted every warp, or no counters.
std::vector<CountCheck> check_counts(const KernelResult& result);

}  // namespace tilebridge
