// SPDX-License-Identifier: Apache-2.0
// What does it cost to let pages migrate on demand, and what does prefetching them save?
// D3 §7.
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// out[i] = in[i]² for i < n, computed by the device. Both arrays belong to the host: before every
/// launch it uses `in`, after it `out`.
struct Square {
  float* in;   // n elements
  float* out;  // n elements
  std::size_t n;
};

/// What a host that works on managed memory does to it: it touches every page, so that pages that
/// are on the device come back. The data stay unchanged.
inline void touch_pages(float* data, std::size_t n) {
  constexpr std::size_t page = 4096 / sizeof(float);  // the smallest in use
  volatile float* values = data;
  for (std::size_t i = 0; i < n; i += page) values[i] = values[i];
}

Experiment unified();

}  // namespace tilebridge
