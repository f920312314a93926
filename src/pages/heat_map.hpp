// SPDX-License-Identifier: Apache-2.0
// The speed of every kernel in every model at a glance.
#pragma once

#include "pages/report.hpp"

namespace tilebridge::pages {

/// Kernels down, models across, for each way of writing: speeds relative to native code, in the
/// median case of the largest size. A row leads to its kernel. One row of each experiment is first,
/// the others are further ones. Empty where a file compares nothing.
Table heat_map(const Report& report, std::size_t file);

}  // namespace tilebridge::pages
