// SPDX-License-Identifier: Apache-2.0
// The devices of this machine, and what they reach.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "kernels/platform.hpp"
#include "results/results.hpp"

namespace tilebridge::run {

struct SeenDevice {
  Platform platform;
  std::string unavailable;  // why it cannot be opened; "" if it can
  kernels::DeviceInfo info;
  Ceilings measured;
};

/// Measures the device `index` of every platform, or of the named one, and hands each to `show`.
/// Throws PlatformError if the named one cannot be opened.
void see_devices(std::optional<Platform> named, int index,
                 const std::function<void(const SeenDevice&)>& show);

/// The same for all devices of every platform, or of the named one, one after the other: each is
/// opened in a process of its own, since Kokkos takes one device per process. What `describe` says
/// there is handed to `show` here.
void see_all_devices(std::optional<Platform> named,
                     const std::function<std::string(const SeenDevice&)>& describe,
                     const std::function<void(const std::string&)>& show);

}  // namespace tilebridge::run
