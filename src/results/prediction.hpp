// SPDX-License-Identifier: Apache-2.0
// Predicts a time from the access model's traffic.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

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
/// instructions are not modelled: they account for the rest of a measured time. 0 if a required
/// rate is unknown.
double predicted_seconds(const Traffic& traffic, std::span<const ArraySpec> arrays,
                         const Ceilings& ceilings, const OnChip& device);

/// How well predicted speeds order the cases.
struct RankAgreement {
  int pairs = 0;   // pairs whose predicted rates differ by more than 2%
  int agreed = 0;  // of these, measured in the same order
};

/// Over all pairs of cases of `experiment` in `model`: both of the same variant, since the model
/// ignores everything besides memory in which variants differ; on chip, of all variants that
/// request the same number of bytes. Cases under 20 µs are left out: the model does not include
/// launches.
RankAgreement rank_agreement(const Results& results, std::string_view experiment,
                             const Model& model);

}  // namespace tilebridge
