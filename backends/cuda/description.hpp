// SPDX-License-Identifier: Apache-2.0
// What the runtime says of a device and of memory.
#pragma once

#include "measure/platform.hpp"

namespace tilebridge::cuda {

/// All but the driver's version.
DeviceInfo describe(int index);

/// Whether `pointer` is to memory of the device's, or managed.
bool lies_on_device(const void* pointer);

}  // namespace tilebridge::cuda
