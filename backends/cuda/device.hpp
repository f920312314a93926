// SPDX-License-Identifier: Apache-2.0
// A CUDA device as the measuring code sees it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "backends/cuda/runtime.hpp"
#include "kernels/platform.hpp"

namespace tilebridge::cuda {

/// Throws PlatformError with the reason if there is no such device.
std::unique_ptr<kernels::PlatformDevice> open_device(int index);

/// Number of devices; 0 if there are none, and why_no_device() says why.
int device_count();

/// Asks what other processes do with device `index`, before this one uses it; none if unknown.
std::optional<kernels::DeviceLoad> load_of(int index);

/// "" if device `index` is available, else the reason in one line.
std::string why_no_device(int index);

}  // namespace tilebridge::cuda
