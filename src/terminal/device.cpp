// SPDX-License-Identifier: Apache-2.0
#include "terminal/device.hpp"

#include <fmt/format.h>

namespace tilebridge::terminal {

std::string device_text(const pages::DeviceFigures& device) {
  std::string text = device.title + "\n";
  for (const auto& [name, value] : device.lines) text += fmt::format("  {:<36} {}\n", name, value);
  return text;
}

}  // namespace tilebridge::terminal
