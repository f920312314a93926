// SPDX-License-Identifier: Apache-2.0
// Native code timed against itself: how often does the method see a difference where there is none?
#pragma once

#include <vector>

#include "measure/implementations.hpp"
#include "measure/suite.hpp"
#include "session/output.hpp"
#include "session/request.hpp"

namespace tilebridge {

/// Cases whose native code runs, each once: these can be compared with themselves. Throws
/// UsageError if there is none.
std::vector<PlannedCase> native_cases(const std::vector<PlannedCase>& cases,
                                      const Implementations& implementations);

/// Adds comparisons to `results` until there are as many as requested, case by case in turn.
void run_self_check(Suite& suite, const std::vector<PlannedCase>& cases, const RunRequest& request,
                    RunOutput& output, Results& results);

}  // namespace tilebridge
