// SPDX-License-Identifier: Apache-2.0
// Ranks without MPI: processes on this host.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "ranks/ranks.hpp"

namespace tilebridge::ranks {

/// Starts `size` processes and returns in each of them. The parent process does not return: it
/// forwards texts and signals until all have ended, and then exits with the largest of their
/// statuses (ExitStatus::no_platform for one that crashed), or, if signals ended all of them, by
/// the first rank's. They do not outlive it. Call this before any thread or device exists.
std::unique_ptr<Ranks> fork_ranks(int size);

/// What `count` (at most 255) returns, run in a separate process, so that this one can still fork
/// after a device's runtime was queried. 0 if it throws. Throws PlatformError if that process
/// crashes.
int count_apart(const std::function<int()>& count);

/// What `text` returns, run in a separate process: each has a device's runtime of its own. Throws
/// PlatformError, with the reason, if `text` throws or that process crashes.
std::string text_apart(const std::function<std::string()>& text);

}  // namespace tilebridge::ranks
