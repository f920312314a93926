// SPDX-License-Identifier: Apache-2.0
// `tilebridge devices` and `tilebridge check`: what a device is, what it reaches, and whether that
// is as fast as it should be.
#pragma once

#include "pages/document.hpp"
#include "results/machines.hpp"

namespace tilebridge::pages {

/// Shows an entry of `tilebridge devices --json`: {"platform", "unavailable"} or {"platform",
/// "device", "datasheet", "ceilings"}. What is unknown has no row.
Document device_page(const Json& device);

struct MachineCheck {
  Document page;        // each rate, as a share of that of known machines and of the datasheet
  bool is_low = false;  // any of them
};

MachineCheck machine_check(const Machine& machine, const Ceilings& datasheet,
                           const std::vector<Machine>& known);

}  // namespace tilebridge::pages
