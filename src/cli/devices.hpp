// SPDX-License-Identifier: Apache-2.0
// `tilebridge devices`.
#pragma once

#include "cli/options.hpp"

namespace tilebridge::cli {

/// Returns the exit status.
int print_devices(const DevicesOptions& options);

}  // namespace tilebridge::cli
