// SPDX-License-Identifier: Apache-2.0
// The runtime's reports about a device and about memory.
#pragma once

#include "kernels/platform.hpp"

namespace tilebridge::cuda {

/// Everything except the driver version.
kernels::DeviceInfo describe(int index);

/// Whether `pointer` points to device or managed memory.
bool lies_on_device(const void* pointer);

}  // namespace tilebridge::cuda
