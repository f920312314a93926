// SPDX-License-Identifier: Apache-2.0
// What a profiler watches: every kernel once.
#pragma once

#include <string>
#include <vector>

#include "run/request.hpp"

namespace tilebridge::run {

/// Launches and validates every case and model once, in a range named by range_name(), and writes a
/// result file without times. Returns the exit status; invalid results are reported only in the
/// file.
int launch_once(const RunRequest& request, const std::vector<std::string>& command_line);

}  // namespace tilebridge::run
