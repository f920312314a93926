// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace tilebridge {

/// out[i] = in[i]² for i < n, computed by the device. Both arrays belong to the host: before every
/// launch it uses `in`, after it `out`.
struct Square {
  float* in;   // n elements
  float* out;  // n elements
  std::size_t n;
};

}  // namespace tilebridge
