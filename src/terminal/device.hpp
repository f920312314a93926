// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "view/device.hpp"

namespace tilebridge::terminal {

/// A title and a line for each figure.
std::string device_text(const view::DeviceFigures& device);

}  // namespace tilebridge::terminal
