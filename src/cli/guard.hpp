// SPDX-License-Identifier: Apache-2.0
// Runs: kernels may end their process, break the device under it, or never end.
#pragma once

#include <string>
#include <vector>

#include "run/request.hpp"

namespace tilebridge::cli {

/// Runs tilebridge-run with the same arguments in a process of its own. If that ends before it has
/// said that it came to its end, by a signal or an exit, or breaks the device, or has not said for
/// the time-out that it is alive, what it was running (one model, or one Kokkos, of one case) is
/// recorded as invalid, with the reason, and the run continues without it in a fresh process.
/// Returns the exit status that the run came to: what fails after that changes nothing.
int run_guarded(const run::RunRequest& request, const std::vector<std::string>& command_line);

}  // namespace tilebridge::cli
