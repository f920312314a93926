// SPDX-License-Identifier: Apache-2.0
// `tilebridge devices` and `tilebridge check`: what a device is, what it reaches, and whether that
// is as fast as it should be.
#pragma once

#include <optional>
#include <span>

#include "judge/fleet.hpp"
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

/// The result file of a run on one of several devices.
struct DeviceFile {
  std::string label;                    // "gpu0"
  std::string file;                     // of its results
  std::optional<int> status;            // that it exited with; none if it did not begin
  std::optional<Results> results = {};  // none if it left none
};

/// A row for each device: its name, its file, how many results are in it, and how fast it is.
Document device_files_page(std::span<const DeviceFile> files);

/// A line for each file, the slowest first, and below the table, of those that are named, where
/// they differ most. The files are of one kind of GPU.
Document fleet_page(const judge::Fleet& fleet);

}  // namespace tilebridge::pages
