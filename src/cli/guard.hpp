// SPDX-License-Identifier: Apache-2.0
// Runs of plug-ins: code that is not ours may end its process, or never end.
#pragma once

#include <string>
#include <vector>

#include "session/request.hpp"

namespace tilebridge::cli {

/// Runs tilebridge-run with the same arguments in a process of its own. If that is ended by a
/// signal or an error of the device, or finishes no case within request.timeout_seconds, the case
/// that it was in is recorded as invalid, with the reason, and the run goes on in a fresh process.
/// Returns the exit status.
int run_guarded(const session::RunRequest& request, const std::vector<std::string>& command_line);

}  // namespace tilebridge::cli
