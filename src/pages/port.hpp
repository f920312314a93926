// SPDX-License-Identifier: Apache-2.0
// The inventory of a CUDA code base as a page.
#pragma once

#include "pages/document.hpp"
#include "sources/cuda_kernels.hpp"

namespace tilebridge::pages {

struct PortReport {
  sources::CudaInventory inventory;
  std::vector<std::string> unread = {};  // files and folders, each with the reason
};

/// "32 × 8"; the threads as written where the text does not say them; "" without a launch.
std::string block_of(const sources::CudaKernel& kernel);
/// "static 1024 B, dynamic"; "" for a kernel without shared memory.
std::string shared_of(const sources::CudaKernel& kernel);

/// "12 kernels in 3 of 7 files: 40% flat loops, …; 2 use what Kokkos has no word for: …".
std::string port_summary(const PortReport& report);

/// Begins with the summary. Then the kernels, by file and line; what they use that other models
/// write differently, and what those have for it; what was not understood.
Document port_page(const PortReport& report);

}  // namespace tilebridge::pages
