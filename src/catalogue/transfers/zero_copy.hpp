// SPDX-License-Identifier: Apache-2.0
// What does it cost a kernel to read host memory in place?
// D4, zero-copy memory.
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// out[i] = 2 · in[i] for i < n
struct HostScale {
  const float* in;  // n elements, page-locked host memory
  float* out;       // n elements, on the device
  std::size_t n;
};

Experiment zero_copy();

}  // namespace tilebridge
