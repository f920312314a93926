// `tilebridge run`.
#pragma once

#include <string>
#include <vector>

#include "catalogue/error.hpp"
#include "cli/options.hpp"
#include "measure/platform.hpp"
#include "measure/suite.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// Returns the exit status. `command_line` is kept in the result file.
int run_experiments(const RunOptions& options, const std::vector<std::string>& command_line);

/// `selection` on `platform`, with the cache modes that are the default there.
Selection complete(Selection selection, Platform platform);

/// Results without cases: what runs, where and how it was built. Needs a KokkosSession.
Results describe_run(const RunOptions& options, const std::vector<std::string>& command_line,
                     const DeviceInfo& device);

/// Its name, system and processors.
Json describe_host();

SuiteOptions suite_options(const RunOptions& options);

/// From now on SIGINT and SIGTERM only set what is_stop_asked() returns.
void catch_signals();
bool is_stop_asked();

/// Whether the case is its experiment's last in a row: the file is written then.
bool ends_experiment(const std::vector<PlannedCase>& cases, std::size_t index);

ExitStatus status_of(const Results& results, bool strict);

/// The table, and where the file is.
void print_results(const Results& results, const std::string& output, bool interrupted);

/// The platform named, or for "auto" the first of the build's that can be opened.
Platform choose_platform(const std::string& name, int device);

}  // namespace tilebridge
