// SPDX-License-Identifier: Apache-2.0
// What a device is and what it reaches.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "results/results.hpp"

namespace tilebridge::pages {

struct DeviceFigures {
  std::string title;                                       // "cuda: NVIDIA H200"
  std::vector<std::pair<std::string, std::string>> lines;  // a name and a value with its unit
};

/// Of an entry of `tilebridge devices --json`: {"platform", "unavailable"} or {"platform",
/// "device", "datasheet", "ceilings"}. What is unknown has no line.
DeviceFigures device_figures(const Json& device);

}  // namespace tilebridge::pages
