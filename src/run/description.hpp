// SPDX-License-Identifier: Apache-2.0
// A result file's description of the program, the host, the device and the builds.
#pragma once

#include "kernels/platform.hpp"
#include "results/results.hpp"
#include "run/request.hpp"
#include "run/session.hpp"

namespace tilebridge::run {

/// {"load": …} of `program`, before this process uses the device; {} where it is unknown.
Json describe_load(Platform platform, int device);

/// Results without cases. Of the user's own pairs, builds are the pairs and their models alone.
Results describe_run(const Job& job, const SessionPlan& plan, const Session& session);

/// Returns what `tilebridge devices --json` shows of the device `index` of every platform, or of
/// the named one, measured now: one that cannot be opened has an "unavailable" with the reason.
Json describe_devices(std::optional<Platform> named, int index);

}  // namespace tilebridge::run
