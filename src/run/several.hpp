// SPDX-License-Identifier: Apache-2.0
// A run on several devices of a node: a process and a result file for each.
#pragma once

#include <functional>
#include <span>

#include "run/request.hpp"

namespace tilebridge::run {

/// A run on one of several devices.
struct DeviceRun {
  std::string label;   // "gpu1", as in its file's name
  RunRequest request;  // of that device, with a file of its own; or of the run to resume

  /// The file for its results.
  std::filesystem::path file() const;
};

/// The runs that make up `asked` on these devices, or on all of its platform where none is named:
/// results.json becomes results-gpu0.json and so on. Throws UsageError if one of the files cannot
/// be written or holds anything and is not to be replaced; PlatformError as count_devices() does.
std::vector<DeviceRun> runs_on(const RunRequest& asked, std::vector<int> devices);

/// The runs that such a run left to resume, by the name that it was given: results-gpu0.json and
/// results-gpu1.json.journal for `--resume results.json`. None if there is a file of that name.
std::vector<DeviceRun> runs_to_resume(const RunRequest& asked);

/// Does `body` of each number below the number of labels in a process of its own, one after the
/// other or all at once, and returns what it returned, or 128 + the signal that ended it. None for
/// those that had not begun when the user ended the run; those that had are told. At once, each
/// line that one writes to standard error begins with its label. Throws std::system_error if no
/// process can be started.
std::vector<std::optional<int>> in_processes(std::span<const std::string> labels, bool at_once,
                                             const std::function<int(std::size_t)>& body);

/// The worst of these exit statuses: docs/method.md, "Exit status". One that is missing counts as
/// interrupted, one of a signal as a crash.
int worst_status(std::span<const std::optional<int>> statuses);

}  // namespace tilebridge::run
