// SPDX-License-Identifier: Apache-2.0
// The code of kernels in a fat binary that nvcc wrote (--fatbin --no-compress).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tilebridge::resources {

struct KernelCode {
  std::string symbol;      // mangled
  int architecture = 0;    // 90
  std::int64_t bytes = 0;  // with padding up to a multiple of 128
};

/// Every kernel once per architecture from sm_70 on, where an instruction is 16 bytes. A cubin is
/// an ELF file; what is none, or announces more than there is, is passed over.
std::vector<KernelCode> kernel_code_in(std::string_view fatbin);

}  // namespace tilebridge::resources
