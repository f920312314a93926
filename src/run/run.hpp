// SPDX-License-Identifier: Apache-2.0
// The run of one process on one device: every case of a request, validated and timed.
#pragma once

#include "base/error.hpp"
#include "run/channel.hpp"

namespace tilebridge::run {

/// Writes the result file, and tells the process that started this one the results, whether they
/// are in the file, and whether the user interrupted the run. Throws Error if it fails before that.
void run(const Job& job, Channel& channel);

/// Finds the fastest settings of the selection's kernels, writes their file, and tells the same
/// about it as run(). Throws Error if it fails.
void tune(const Job& job, Channel& channel);

/// Launches and validates every case and model once, in a range named by profile::range_name(), and
/// writes a result file without times. Invalid results are reported only in the file.
void launch_once(const Job& job);

/// The message to that process about an error: {"failure": …, "status": …}.
Json failure(const std::string& message, ExitStatus status);

}  // namespace tilebridge::run
