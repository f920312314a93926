// SPDX-License-Identifier: Apache-2.0
// The host's processor as the measuring code sees it.
#pragma once

#include <memory>

#include "measure/platform.hpp"

namespace tilebridge::host {

/// `threads` is what the implementations run on; it is reported, not enforced.
std::unique_ptr<PlatformDevice> open_device(int threads);

}  // namespace tilebridge::host
