// SPDX-License-Identifier: Apache-2.0
// A run on several devices, one process each.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ranks/ranks.hpp"
#include "results/results.hpp"
#include "run/outcome.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

/// The processes that share the run according to `request` and the launcher; null if this process
/// runs alone. Throws UsageError if the request does not fit how it was started.
std::unique_ptr<ranks::Ranks> ranks_for(const RunRequest& request);

/// Runs this process's part. The first rank writes and shows; its exit status is that of the run.
/// `earlier`: the results of the run to resume; null for a new run.
int run_on_ranks(ranks::Ranks& ranks, const RunRequest& request,
                 const std::vector<std::string>& command_line, const Results* earlier,
                 const Show& show);

}  // namespace tilebridge::run
