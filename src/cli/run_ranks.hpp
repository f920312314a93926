// SPDX-License-Identifier: Apache-2.0
// `tilebridge run` on several devices.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "ranks/ranks.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// The processes among which `options` and the launcher divide the run; null where it is this
/// process's alone. Throws UsageError where what was asked does not fit how it was started.
std::unique_ptr<Ranks> ranks_for(const RunOptions& options);

/// Runs this process's part. The first rank writes and prints; its exit status is the run's.
/// `earlier`: what the run to go on with has done; null for a new one.
int run_on_ranks(Ranks& ranks, const RunOptions& options,
                 const std::vector<std::string>& command_line, const Results* earlier);

}  // namespace tilebridge
