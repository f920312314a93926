// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "backends/cuda/profiler.hpp"

namespace tilebridge::cuda {

void start_profiler(const std::string& /*range*/) {}
void stop_profiler() {}

}  // namespace tilebridge::cuda
