// SPDX-License-Identifier: Apache-2.0
// Ranks without MPI: processes of this host.
#pragma once

#include <functional>
#include <memory>

#include "ranks/ranks.hpp"

namespace tilebridge {

/// Starts `size` processes and returns in each of them. This process stays behind: it passes on
/// texts and signals until all have ended, and then exits with the largest of their statuses
/// (ExitStatus::no_platform for one that crashed). To be called before any thread or device is.
std::unique_ptr<Ranks> fork_ranks(int size);

/// What `count` (at most 255) returns, run in a process of its own: so that this one may still
/// fork after a device's runtime was asked. 0 where it throws. Throws PlatformError where that
/// process crashes.
int count_apart(const std::function<int()>& count);

}  // namespace tilebridge
