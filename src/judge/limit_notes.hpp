// SPDX-License-Identifier: Apache-2.0
// The notes on a model's tuned kernels that are kept by hand, in backends/<model>/limits.txt.
#pragma once

#include "judge/records.hpp"
#include "results/results.hpp"

namespace tilebridge::judge {

/// Says something of a kernel in the cases that have these values, on the devices that have
/// `device` in their names.
struct LimitNote {
  std::string kernel;                    // "transpose/vector_tile"
  std::vector<std::string> values = {};  // "rows=10007"; none: all cases
  std::string device = {};               // "H200"; "": all devices
  std::string reason = {};               // why it does not reach the best known; "" if unsaid
  std::string unit = {};                 // what limits it on the chip: "shared memory"
  double bytes_per_cycle = 0;            // what that unit of an SM moves at most; 0 if unsaid

  bool is_of(const Results& results, const CaseResult& c) const;
};

/// Throws UsageError for a line that no note has.
std::vector<LimitNote> parse_limit_notes(std::string_view text);

/// The notes of a model, in any of its builds, in the order in which they apply: the first of a
/// case counts.
const std::vector<LimitNote>& limit_notes(const Model& model);

/// The first reason that a model's notes give for a case; "" if they give none.
std::string noted_reason(const Model& model, const Results& results, const CaseResult& c);

}  // namespace tilebridge::judge
