// What does it cost to sum an array, and what do fewer barriers, shuffles and one pass save?
// D5 §3.1.
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// *result = Σ in[i] for i < n
struct Reduce {
  const float* in;  // n elements
  float* result;    // one element
  std::size_t n;
};

Experiment reduce();

}  // namespace tilebridge
