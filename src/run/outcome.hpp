// SPDX-License-Identifier: Apache-2.0
// The exit status of a run.
#pragma once

#include "base/error.hpp"
#include "results/results.hpp"

namespace tilebridge::run {

/// The exit status that the results deserve. `strict`: inconclusive comparisons have their own.
ExitStatus status_of(const Results& results, bool strict, bool is_interrupted);

/// The exit status: lost output takes precedence over everything except an invalid result.
ExitStatus worse(ExitStatus of_results, ExitStatus written);

}  // namespace tilebridge::run
