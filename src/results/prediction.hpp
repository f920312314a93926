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
  double most_beyond = 0;  // that may be counted besides what the kernel's threads request

  bool agrees() const { return predicted <= counted && counted <= predicted + most_beyond; }
};

/// The counters of memory depend on this besides the kernel.
struct CacheState {
  bool is_cold = false;  // emptied before each kernel
  double l2_bytes = 0;   // 0 where unknown
};

/// Sectors of global loads and stores, wavefronts per instruction of shared loads and stores; and
/// the bytes that memory read, where each burst is read once (L2 is empty at first and has room for
/// all that the kernel touches) and these are many more than the kernel's code. Empty if the kernel
/// has no prediction that counted every warp, or no counters.
std::vector<CountCheck> check_counts(const KernelResult& result, const CacheState& caches = {});

}  // namespace tilebridge
