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

/// The processes that share the run according to `options` and the launcher; null if this process
/// runs alone. Throws UsageError if the options do not fit how it was started.
std::unique_ptr<Ranks> ranks_for(const RunOptions& options);

/// Runs this process's part. The first rank writes and prints; its exit status is that of the run.
/// `earlier`: the results of the run to resume; null for a new run.
int run_on_ranks(Ranks& ranks, const RunOptions& options,
                 const std::vector<std::string>& command_line, const Results* earlier);

}  // namespace tilebridge
