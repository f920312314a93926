// SPDX-License-Identifier: Apache-2.0
// What a comparison comes to.
#pragma once

#include <cstddef>
#include <vector>

#include "base/error.hpp"
#include "judge/aggregates.hpp"
#include "judge/gate.hpp"

namespace tilebridge::judge {

/// The first that holds, in this order.
enum class Outcome {
  slower,           // a result is slower or invalid, or an aggregate is slower
  missing,          // the base has results that are missing now, and they are not allowed to
  blind,            // see is_blind()
  nothing_gates,    // every result is host-bound, and they do not gate
  nothing_decided,  // every result that gates is undecided
  undecided,        // a result is undecided, and `strict` is given
  fine,
};

Outcome outcome_of(const GateReport& report, const std::vector<Aggregate>& aggregates);

/// threshold_failed for `slower`, success for `fine`, else inconclusive.
ExitStatus exit_status(Outcome outcome);

/// The cases that only the base has, and that have a time there.
std::size_t count_missing_cases(const GateReport& report);

}  // namespace tilebridge::judge
