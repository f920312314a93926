// SPDX-License-Identifier: Apache-2.0
// `tilebridge devices`.
#pragma once

#include "cli/options.hpp"
#include "measure/platform.hpp"
#include "results/results.hpp"

namespace tilebridge {

/// Returns the exit status.
int print_devices(const DevicesOptions& options);

/// The device as recorded in the result file.
Json to_json(const DeviceInfo& info);

}  // namespace tilebridge
