// SPDX-License-Identifier: Apache-2.0
// What does it cost to allocate in every step of a program rather than once? D4, memory management.
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// for each step in turn, in a buffer of n elements: buffer[i] = in[i] + step, out[i] = 2·buffer[i]
struct Allocation {
  const float* in;  // n elements
  float* out;       // n elements
  std::size_t n;    // at least 1
  int steps;        // counted from 0
};

Experiment allocation();

}  // namespace tilebridge
