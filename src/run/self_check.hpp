// SPDX-License-Identifier: Apache-2.0
// Native code timed against itself: how often does the method see a difference where there is none?
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/implementations.hpp"
#include "measure/suite.hpp"
#include "run/output.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

/// Cases whose native code runs, each once: these can be compared with themselves. The first ones
/// are of as many experiments as there are: one of each in turn, drawn at random by `seed`. Throws
/// UsageError if there is none.
std::vector<measure::PlannedCase> native_cases(const std::vector<measure::PlannedCase>& cases,
                                               const kernels::Implementations& implementations,
                                               std::uint64_t seed);

/// Adds comparisons to `results` until there are as many as requested, case by case in turn.
void run_self_check(measure::Suite& suite, const std::vector<measure::PlannedCase>& cases,
                    const RunRequest& request, RunOutput& output, Results& results);

}  // namespace tilebridge::run
