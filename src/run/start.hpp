// SPDX-License-Identifier: Apache-2.0
// Starts the runner processes of a run, one for each device, and merges their files.
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
  ExitStatus written;                  // fine or not_written
  std::vector<std::string> runs = {};  // the files of the runs that were pooled
};

/// Tells the user; called at most once.
using Show = std::function<void(const Ending&)>;

/// Runs what is asked for, or continues the run that it resumes. Returns the exit status.
/// `command_line` is kept in the result file. Throws Error if nothing could be measured.
int start(const RunRequest& request, const std::vector<std::string>& command_line,
          const Show& show);

/// Whether no other process of the same run measures at the same time.
bool is_one_process(const RunRequest& request);

/// The file of one of the processes that share a run: "results.rank1.json" of "results.json".
std::filesystem::path file_of_part(std::filesystem::path whole, const std::string& part);

/// What `tilebridge devices --json` shows of the device `index` of every platform, or of the named
/// one; without an index of all devices, each opened in a process of its own. Throws PlatformError
/// if the named platform cannot be opened.
Json see_devices(std::optional<Platform> named, std::optional<int> index);

}  // namespace tilebridge::run
