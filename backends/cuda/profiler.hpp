// SPDX-License-Identifier: Apache-2.0
// Marks the range that the vendor's profiler records; does nothing where a profiler cannot be
// controlled from within a program.
#pragma once

#include <string>

namespace tilebridge::cuda {

void start_profiler(const std::string& range);
void stop_profiler();

}  // namespace tilebridge::cuda
