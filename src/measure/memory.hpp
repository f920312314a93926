// SPDX-License-Identifier: Apache-2.0
// Whether cases fit into memory.
#pragma once

#include <cstddef>
#include <vector>

#include "kernels/platform.hpp"
#include "measure/plan.hpp"

namespace tilebridge::measure {

/// How much the host can still give to this process.
std::size_t host_available_bytes();

/// Throws UsageError (what is needed, what is available) if the largest case does not fit into the
/// device's free memory, or its copy into the host's. Allocates nothing.
void check_memory(const std::vector<PlannedCase>& cases, const kernels::PlatformDevice& device);

}  // namespace tilebridge::measure
