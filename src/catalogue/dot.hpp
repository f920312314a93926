// What does it cost to sum over all threads, and what does summing on chip first save? D1 §4.1.
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// *result = Σ a[i] · b[i] for i < n
struct Dot {
  const float* a;  // n elements
  const float* b;  // n elements
  float* result;   // one element; implementations set it to zero themselves
  std::size_t n;
};

Experiment dot();

}  // namespace tilebridge
