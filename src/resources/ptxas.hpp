// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's assembler says of the kernels it compiles (nvcc --resource-usage).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "resources/resources.hpp"

namespace tilebridge {

struct CompiledKernel {
  std::string symbol;        // mangled
  std::string architecture;  // "sm_90"
  Resources resources;
};

/// Every kernel once for each architecture, in the order of the output. Of functions that a kernel
/// calls only the stack counts. Lines of others, warnings among them, are passed over.
std::vector<CompiledKernel> read_ptxas_output(std::string_view output);

}  // namespace tilebridge
