// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// *result = *initial + increment, from host memory to a variable of the device, where the
/// increment is added, and back
struct SymbolRoundTrip {
  static constexpr float increment = 2.0F;

  const float* initial;  // one element of pinned memory
  float* result;         // one element of pinned memory
};

/// variable[i] = in[i], then out[i] = variable[i] for i < n
struct SymbolCopy {
  static constexpr std::size_t most = 1 << 20;  // elements of the variable

  const float* in;  // n elements; pinned where they are copied to the variable
  float* out;       // n elements; pinned where they are copied from the variable
  std::size_t n;
};

}  // namespace tilebridge
