// SPDX-License-Identifier: Apache-2.0
// What the vendor's profiler looks at: nothing where no profiler is started from within a program.
#pragma once

#include <string>

namespace tilebridge::cuda {

void start_profiler(const std::string& range);
void stop_profiler();

}  // namespace tilebridge::cuda
