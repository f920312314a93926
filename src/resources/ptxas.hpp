// SPDX-License-Identifier: Apache-2.0
// What NVIDIA's assembler reports about the kernels it compiles (nvcc --resource-usage).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "resources/resources.hpp"

namespace tilebridge::resources {

struct CompiledKernel {
  std::string symbol;        // mangled
  std::string architecture;  // "sm_90"
  Resources resources;
};

/// Every kernel once per architecture, in the order of the output. For functions that a kernel
/// calls, only the stack counts. Other lines, including warnings, are skipped.
std::vector<CompiledKernel> read_ptxas_output(std::string_view output);

}  // namespace tilebridge::resources
