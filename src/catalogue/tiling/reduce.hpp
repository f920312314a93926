// SPDX-License-Identifier: Apache-2.0
// What does it cost to sum an array, and what do fewer barriers, shuffles and one pass save?
#pragma once

#include <cstddef>

#include "catalogue/experiment.hpp"

namespace tilebridge {

/// *result = Σ in[i] for i < n, or for the variants of a maximum the largest in[i], the lowest T
/// where there is none
template <class T>
struct Reduce {
  const T* in;  // n elements
  T* result;    // one element
  std::size_t n;
};

}  // namespace tilebridge
