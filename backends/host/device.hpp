// SPDX-License-Identifier: Apache-2.0
// The host's CPU as the measuring code sees it.
#pragma once

#include <memory>

#include "kernels/platform.hpp"

namespace tilebridge::host {

/// `threads` is the number that the implementations use; it is reported, not enforced.
std::unique_ptr<kernels::PlatformDevice> open_device(int threads);

}  // namespace tilebridge::host
