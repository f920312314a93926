// SPDX-License-Identifier: Apache-2.0
// The devices that a runner process sees.
#pragma once

#include <optional>

#include "measure/platform.hpp"
#include "run/request.hpp"

namespace tilebridge::run {

/// What `tilebridge devices --json` shows of the device `index` of every platform, or of the named
/// one, measured now: one that cannot be opened has an "unavailable" with the reason.
Json describe_devices(std::optional<Platform> named, int index);

/// {"platform": …, "devices": …}: the named platform, or the fastest that can be opened here, and
/// how many devices it has.
Json count_devices(std::optional<Platform> named);

}  // namespace tilebridge::run
