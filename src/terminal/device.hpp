// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "pages/device.hpp"

namespace tilebridge::terminal {

/// A title and a line for each figure.
std::string device_text(const pages::DeviceFigures& device);

}  // namespace tilebridge::terminal
