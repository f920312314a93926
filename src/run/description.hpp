// SPDX-License-Identifier: Apache-2.0
// What a result file says about the program, the host, the device and the builds.
#pragma once

#include "measure/platform.hpp"
#include "results/results.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

Json to_json(const measure::DeviceInfo& info);

/// The host's name, system and processors.
Json describe_host();

/// {"load": …} of `program`, before this process uses the device; {} where it is unknown.
Json describe_load(Platform platform, int device);
/// On standard error, by `program.load`.
void say_if_busy(const Json& program);

/// Results without cases. Needs a KokkosSession.
Results describe_run(const Job& job, const measure::DeviceInfo& device);

}  // namespace tilebridge::run
