// SPDX-License-Identifier: Apache-2.0
// From the access model's traffic to a time.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "access/traffic.hpp"
#include "catalogue/arrays.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// What of a device the prediction needs beside the ceilings measured on it.
struct OnChip {
  double cache_bytes = 0;      // L2
  double l1_passes_per_s = 0;  // of all multiprocessors: one a cycle each
};

/// The longest of three times: of the sectors between memory and L2 at the measured read, write or
/// copy rate, of those between L2 and the multiprocessors at L2's, and of the passes through L1 and
/// shared memory. An array that fits into L2 crosses from memory once. Arithmetic, latency and
/// instructions do not count: what the prediction leaves of a measured time is theirs.
/// 0 where a rate it needs is unknown.
double predicted_seconds(const Traffic& traffic, std::span<const ArraySpec> arrays,
                         const Ceilings& ceilings, const OnChip& device);

/// How well predicted speeds order the cases.
struct RankAgreement {
  int pairs = 0;   // whose predicted rates differ by more than 2%
  int agreed = 0;  // of them, measured in the same order
};

/// Over all pairs of cases of `experiment` in `model`: of one variant each, since the model leaves
/// out what variants differ in besides memory; on chip, of all variants that ask for as many bytes.
/// Cases under 20 µs are left out: launching is not in the model.
RankAgreement rank_agreement(const Results& results, std::string_view experiment, Model model);

}  // namespace tilebridge
