// `tilebridge run`.
#pragma once

#include <string>
#include <vector>

#include "cli/options.hpp"
#include "measure/platform.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// Returns the exit status. `command_line` is kept in the result file.
int run_experiments(const RunOptions& options, const std::vector<std::string>& command_line);

/// `selection` on `platform`, with the cache modes that are the default there.
Selection complete(Selection selection, Platform platform);

/// Results without cases: what runs, where and how it was built. Needs a KokkosSession.
Results describe_run(const RunOptions& options, const std::vector<std::string>& command_line,
                     const DeviceInfo& device);

/// The platform named, or for "auto" the first of the build's that can be opened.
Platform choose_platform(const std::string& name, int device);

}  // namespace tilebridge
