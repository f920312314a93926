// SPDX-License-Identifier: Apache-2.0
// A run: every case of a request, validated and timed, on one device or on several.
#pragma once

#include <string>
#include <vector>

#include "run/outcome.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

/// Returns the exit status. `command_line` is kept in the result file. `earlier`: the results of
/// the run to resume; null for a new run.
int run(const RunRequest& request, const std::vector<std::string>& command_line,
        const Results* earlier, const Show& show);

}  // namespace tilebridge::run
