// SPDX-License-Identifier: Apache-2.0
// A run of `tilebridge`, which starts the runner processes.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "results/results.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

struct Ending {
  const Results& results;
  bool is_interrupted;
  std::filesystem::path file;
  ExitStatus written;  // fine or not_written
};

/// Tells the user; called at most once.
using Show = std::function<void(const Ending&)>;

/// Runs what is asked for, or continues the run that it resumes. Returns the exit status.
/// `command_line` is kept in the result file. Throws Error if nothing could be measured.
int start(const RunRequest& request, const std::vector<std::string>& command_line,
          const Show& show);

/// Returns what `tilebridge devices --json` shows of the device `index` of every platform, or of
/// the named one; without an index of all devices, each opened in a process of its own. Throws
/// PlatformError if the named platform cannot be opened.
Json see_devices(std::optional<Platform> named, std::optional<int> index);

}  // namespace tilebridge::run
