// SPDX-License-Identifier: Apache-2.0
// The inventory of a CUDA code base as a page.
#pragma once

#include "pages/document.hpp"
#include "pages/forecast.hpp"
#include "profile/kernel_times.hpp"
#include "sources/cuda_kernels.hpp"

namespace tilebridge::pages {

struct PortReport {
  sources::CudaInventory inventory;
  std::vector<std::string> unread = {};         // files and folders, each with the reason
  std::vector<profile::KernelTime> times = {};  // of the application; none: not measured
  ApplicationForecasts forecasts = {};
};

/// The pattern of the catalogue's kernels that are like it; none where nothing is. What a thread
/// does alone is a loop over two dimensions where it has a grid of them.
Pattern pattern_like(sources::CudaPattern pattern, bool has_grid = false);

/// "32 × 8"; the threads as written where the text does not say them; "" without a launch.
std::string block_of(const sources::CudaKernel& kernel);
/// "static 1024 B, dynamic"; "" for a kernel without shared memory.
std::string shared_of(const sources::CudaKernel& kernel);

/// "12 kernels in 3 of 7 files: 40% flat loops, …; 2 use what Kokkos has no word for: …".
std::string port_summary(const PortReport& report);

/// A kernel gets the type of real numbers that its name in the profile has, if its text does not
/// tell the type, or tells another real one: where macros decide, the profile says what ran.
void take_types(sources::CudaInventory& inventory, const std::vector<profile::KernelTime>& times);

/// The kernels as forecasts take them. With times, only kernels that have one count, and kernels of
/// the same name have equal parts of it. A template's instances are one kernel.
Application application_of(const sources::CudaInventory& inventory,
                           const std::vector<profile::KernelTime>& times);

/// Begins with the summary and the forecasts. Then the kernels, by file and line; what they use
/// that other models write differently, and what those have for it; what was not understood.
Document port_page(const PortReport& report);

}  // namespace tilebridge::pages
